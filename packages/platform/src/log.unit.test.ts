import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('an error is logged without the row that the database names in it', async () => {
  const lines = new PassThrough()
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(mara@example.org) exists',
  })
  createLog('error', lines).error({ err: error }, 'request failed')
  const line = String(lines.read())
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    msg: 'request failed',
    err: { message: 'duplicate key', code: '23505' },
  })
  expect(line).not.toContain('mara@example.org')
})
