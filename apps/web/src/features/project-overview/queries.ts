import type { ResponseOf } from '@plinth/contract/call'
import { listActivity, projectOverview } from '@plinth/contract/projects'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { projectActivityKey, projectOverviewKey } from '../../lib/projects.ts'
import { answer } from '../../lib/query.ts'

export type Overview = ResponseOf<typeof projectOverview>
export type Day = Overview['days'][number]

export const overviewQuery = (orgid: string, projectid: string) =>
  queryOptions({
    queryKey: projectOverviewKey(orgid, projectid),
    queryFn: ({ signal }) => answer(projectOverview, { orgid, projectid }, signal),
  })

export const activityQuery = (orgid: string, projectid: string) =>
  infiniteQueryOptions({
    queryKey: projectActivityKey(orgid, projectid),
    queryFn: ({ signal, pageParam: cursor }) =>
      answer(listActivity, { orgid, projectid, ...(cursor ? { cursor } : {}) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })
