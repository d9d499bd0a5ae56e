import { type AuditEntry, listAudit } from '@plinth/contract/audit'
import type { ResponseOf } from '@plinth/contract/call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { answer, queryClient } from '../../lib/query.ts'

export interface AuditFilter {
  orgid: string
  action?: AuditEntry['action']
  actorid?: string
  /** The beginning of it. */
  target?: string
}

const key = ['audit']
const largestPage = 500

export const auditQuery = (filter: AuditFilter, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...key, filter, cursor],
    queryFn: ({ signal }) => answer(listAudit, { ...filter, limit: 25, ...(cursor ? { cursor } : {}) }, signal),
    placeholderData: keepPreviousData,
  })

/** Everything that the filter lets through, for a file. */
export async function allEntries(filter: AuditFilter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  let page: ResponseOf<typeof listAudit> | undefined
  do {
    page = await answer(listAudit, { ...filter, limit: largestPage, ...(page?.cursor ? { cursor: page.cursor } : {}) })
    entries.push(...page.entries)
  } while (page.cursor)
  return entries
}

// Whatever changes in an organisation is written down.
onEvent('org.changed', () => void queryClient.invalidateQueries({ queryKey: key }))
