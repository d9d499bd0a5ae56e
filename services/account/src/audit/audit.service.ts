import type { AuditEntry, listAudit } from '@plinth/contract/audit'
import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { decodeCursor, encodeCursor } from '@plinth/platform/cursor'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import type { AccountTables } from '../tables.ts'
import { auditOfTargets, auditPage } from './audit.repository.ts'

type Input = InputOf<typeof listAudit>
type Row = Awaited<ReturnType<typeof auditPage>>[number]

const byTime = z.tuple([z.number()])
const byTarget = z.tuple([z.string(), z.number()])

const shown = (row: Row): AuditEntry => ({
  ...row,
  action: row.action as AuditEntry['action'],
  data: JSON.parse(row.data),
})

export function createAudit({ db }: Platform) {
  const tables = db.withTables<AccountTables>()

  async function pageOf({ orgid, action, actorid, target, limit, cursor }: Input): Promise<Row[]> {
    // One more than the page holds, to know whether there is a next one.
    const asked = { orgid, action, actorid, limit: limit + 1 }
    if (target === undefined) return auditPage(tables, asked, cursor ? decodeCursor(cursor, byTime)[0] : null)
    return auditOfTargets(tables, asked, target, cursor ? decodeCursor(cursor, byTarget) : null)
  }

  return {
    async list(input: Input): Promise<ResponseOf<typeof listAudit>> {
      const rows = await pageOf(input)
      const last = rows.length > input.limit ? rows[input.limit - 1] : undefined
      const place = last && (input.target === undefined ? [last.id] : [last.target, last.id])
      return { entries: rows.slice(0, input.limit).map(shown), cursor: place ? encodeCursor(place) : null }
    },
  }
}
