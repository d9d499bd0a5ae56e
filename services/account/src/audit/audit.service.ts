import type { AuditEntry, listAudit } from '@plinth/contract/audit'
import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { decodeCursor, encodeCursor } from '@plinth/platform/cursor'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import type { AccountTables } from '../tables.ts'
import { auditPage } from './audit.repository.ts'

const place = z.tuple([z.number()])

export function createAudit({ db }: Platform) {
  const tables = db.withTables<AccountTables>()

  return {
    async list({
      orgid,
      action,
      actorid,
      limit,
      cursor,
    }: InputOf<typeof listAudit>): Promise<ResponseOf<typeof listAudit>> {
      const before = cursor ? decodeCursor(cursor, place)[0] : null
      const rows = await auditPage(tables, { orgid, action, actorid, before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      const entries = rows
        .slice(0, limit)
        .map(row => ({ ...row, action: row.action as AuditEntry['action'], data: JSON.parse(row.data) }))
      return { entries, cursor: last ? encodeCursor([last.id]) : null }
    },
  }
}
