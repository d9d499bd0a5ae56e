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
/** How many of them stand on a page. */
export const auditPage = 25
const largestPage = 500

export const auditQuery = (filter: AuditFilter, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...key, filter, cursor],
    queryFn: ({ signal }) => answer(listAudit, { ...filter, limit: auditPage, ...(cursor ? { cursor } : {}) }, signal),
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

const refresh = () => void queryClient.invalidateQueries({ queryKey: key })

// Whatever changes in an organisation or a project of it is written down; what happens to files is not.
onEvent('org.changed', refresh)
onEvent('projects.changed', refresh)
onEvent('project.changed', ({ what }) => {
  if (what !== 'activity') refresh()
})
