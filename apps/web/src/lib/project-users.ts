import type { RequestOf } from '@plinth/contract/call'
import { listProjectUsers } from '@plinth/contract/project-users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { projectUsersKey } from './projects.ts'
import { answer } from './query.ts'

/** One page of a project's members. The page before stands in while the next one is on its way. */
export const projectUsersQuery = (request: RequestOf<typeof listProjectUsers>) =>
  queryOptions({
    queryKey: [...projectUsersKey(request.orgid, request.projectid), 'list', request],
    queryFn: ({ signal }) => answer(listProjectUsers, request, signal),
    placeholderData: keepPreviousData,
  })
