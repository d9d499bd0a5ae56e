import type { AuditEntry } from '@plinth/contract/audit'
import { expect, test } from 'vitest'
import { auditCsv, auditJsonLines } from './audit-export.ts'

const entry: AuditEntry = {
  id: 1,
  actorid: 'mara',
  action: 'org.rename',
  target: '=northwind',
  data: { orgname: 'North "wind", Ltd' },
  createdat: Date.UTC(2026, 0, 2, 3, 4, 5),
}

test('a CSV file keeps commas and quotes in their cell and runs nothing', () => {
  expect(auditCsv([entry])).toBe(
    'time,actorid,action,target,data\r\n' +
      '"2026-01-02T03:04:05.000Z","mara","org.rename","\'=northwind","{""orgname"":""North \\""wind\\"", Ltd""}"\r\n',
  )
})

test('JSON lines hold one entry a line, as it is', () => {
  const [line = '', rest] = auditJsonLines([entry, entry]).split('\n')
  expect(JSON.parse(line)).toEqual({
    time: '2026-01-02T03:04:05.000Z',
    actorid: 'mara',
    action: 'org.rename',
    target: '=northwind',
    data: { orgname: 'North "wind", Ltd' },
  })
  expect(rest).toBe(line)
})
