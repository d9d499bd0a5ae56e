import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Store } from '../../lib/file-client.ts'
import type { Narrowed } from './filters.ts'

export const filestoreRoute = '/org/$orgId/project/$projectId/filestore/{-$filestoreId}/{-$folderId}'

const without: Narrowed = { kind: undefined, changed: undefined, by: undefined }

export type View = 'recent' | 'trash'

/** Without a folder, the top folder. */
export const paramsOf = ({ orgid, projectid, fsid }: Store, folderid?: string) => ({
  ...{ orgId: orgid, projectId: projectid, filestoreId: fsid || undefined, folderId: folderid },
})

/** The ways from here, each an address of its own, so that back and forward work. */
export function useWays({ orgid, projectid, fsid }: Store) {
  const navigate = useNavigate()
  return useMemo(() => {
    const store = { orgid, projectid, fsid }
    return {
      toFolder: (folderid?: string) =>
        void navigate({ to: filestoreRoute, params: paramsOf(store, folderid), search: {} }),
      toStore: (other: string) =>
        void navigate({ to: filestoreRoute, params: paramsOf({ ...store, fsid: other }), search: {} }),
      /** Typing a search is one step back, not one for each letter. */
      search: (q: string, replace: boolean, folderid?: string) =>
        void navigate({
          ...{ to: filestoreRoute, params: paramsOf(store, folderid), replace },
          search: ({ kind, changed, by }) => ({ ...(q ? { q } : {}), kind, changed, by }),
        }),
      narrow: (narrowed: Narrowed) => void navigate({ to: '.', search: now => ({ ...now, ...without, ...narrowed }) }),
    }
  }, [navigate, orgid, projectid, fsid])
}
