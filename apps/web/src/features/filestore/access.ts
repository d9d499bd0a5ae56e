import type { RequestOf } from '@plinth/contract/call'
import { listFilestoreAccess } from '@plinth/contract/filestores'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { filestoresKey } from '../../lib/filestores.ts'
import { answer } from '../../lib/query.ts'

/** One page of people with their levels. Whatever is told of the filestores refreshes it too. */
export const accessQuery = (request: RequestOf<typeof listFilestoreAccess>) =>
  queryOptions({
    queryKey: [...filestoresKey(request), 'access', request],
    queryFn: ({ signal }) => answer(listFilestoreAccess, request, signal),
    placeholderData: keepPreviousData,
  })
