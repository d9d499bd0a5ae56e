import { apiBase } from '@plinth/contract/call'
import { downloadShared, listShared, shareInfo, zipShared } from '@plinth/contract/shares'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer } from '../../lib/query.ts'

/** What opens a link: its token, and once the password is known the pass it was exchanged for. */
export interface Held {
  token: string
  pass?: string | undefined
}

export const shareQuery = (held: Held) =>
  queryOptions({
    queryKey: ['shared', held.token, held.pass ?? ''],
    queryFn: ({ signal }) => answer(shareInfo, held, signal),
    // With the next pass the page stays what it was.
    placeholderData: keepPreviousData,
  })

export const sharedFolderQuery = (held: Held, objectid: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['shared', held.token, held.pass ?? '', 'folder', objectid ?? ''],
    queryFn: ({ pageParam: cursor, signal }) => answer(listShared, { ...held, objectid, cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.cursor ?? undefined,
  })

const address = (path: string, { token, pass }: Held, objectid: string) =>
  `${apiBase}${path}?${new URLSearchParams({ token, ...(pass ? { pass } : {}), objectid })}`

/** The browser fetches these itself, so that they stream to disk, however large they are. */
export const fileAddress = (held: Held, objectid: string) => address(downloadShared.path, held, objectid)
export const zipAddress = (held: Held, objectid: string) => address(zipShared.path, held, objectid)
