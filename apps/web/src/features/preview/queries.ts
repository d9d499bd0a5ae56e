import { fileInfo } from '@plinth/contract/files'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { inlineAddress } from '../../lib/file-bytes.ts'
import { answerFile, nsnameOf, type Store } from '../../lib/file-client.ts'
import { readStart } from './reading.ts'
import { textOf } from './text.ts'

/** The file that is looked at. Its key stands among those that are read anew when something changes in the filestore. */
export const viewedQuery = (store: Store, fileid: string) =>
  queryOptions({
    queryKey: ['files', nsnameOf(store), 'viewed', fileid],
    queryFn: ({ signal }) => answerFile(store, fileInfo, { objectid: fileid }, signal),
    // Asked for anew with each opening: what it says first is what later news is compared with.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  })

/** Where the bytes of one version come from: an address that serves for a while, asked for when they are wanted. */
export interface Source {
  key: readonly (string | number)[]
  address: () => Promise<string>
}

export const sourceOf = (store: Store, fileid: string, versionno: number): Source => ({
  key: [nsnameOf(store), fileid, versionno],
  address: async () => {
    const [ticket, error] = await inlineAddress(store, fileid, versionno)
    if (error) throw error
    return ticket.url
  },
})

/** Addresses serve for 15 minutes. One that is shown stays until it fails, since another one would begin anew. */
const addressQuery = ({ key, address }: Source) =>
  queryOptions({
    queryKey: ['preview', 'address', ...key],
    queryFn: address,
    ...{ retry: false, staleTime: 10 * 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })

export const useAddress = (source: Source) => useQuery(addressQuery(source))

/** The text of a file as far as it is shown, or undefined where it is none. */
export const textQuery = (source: Source, size: number, most: number) =>
  queryOptions({
    queryKey: ['preview', 'text', ...source.key, most],
    queryFn: async ({ signal }) => {
      if (size === 0) return { read: textOf(new Uint8Array(), false) }
      const bytes = await readStart(await source.address(), size, most, signal)
      return { read: textOf(bytes, size > most) }
    },
    // A version never changes.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 },
  })
