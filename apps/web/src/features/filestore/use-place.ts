import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'
import type { Place } from './desk.ts'
import { itemsOf } from './folder-list.ts'
import { type Item, join } from './items.ts'
import { type Way, wayQuery } from './queries.ts'
import type { Slots, Wanted } from './use-listing.ts'

/** Of the top folder it is known as soon as that is listed. Says so where the folder moves while one looks at it. */
export function useWay(store: Store, { folderid, view, search }: Wanted, topid: string | undefined) {
  const isFolder = !view && !search
  const asked = useQuery({ ...wayQuery(store, folderid ?? ''), enabled: isFolder && folderid !== undefined })
  const path = asked.data?.path
  const before = useRef(path)
  useEffect(() => {
    if (path && before.current && before.current !== path) toast.info(`This folder is now at ${path}.`)
    before.current = path
  }, [path])
  if (!isFolder || folderid) return asked
  const top: Way | undefined = topid ? { path: '/', steps: [{ objid: topid, objname: '' }] } : undefined
  return { data: top, error: null }
}

export function placeOf({ view, search }: Wanted, way: Way | undefined, fsname: string): Place {
  if (search) return { kind: 'search', search }
  if (view) return { kind: view }
  const last = way?.steps.at(-1)
  return { kind: 'folder', objid: last?.objid ?? '', path: way?.path ?? '/', name: last?.objname || fsname }
}

/**
 * What is done to an entry goes by its path. Since it was read, others may have moved or renamed its folder or one above, of
 * which its own list is not told: where it lies is where the folder is now.
 */
export function useItemsAt(slots: Slots | undefined, place: Place, way: Way | undefined) {
  const path = place.kind === 'folder' ? way?.path : undefined
  const now = useMemo(() => slots && (path === undefined ? slots : slotsAt(slots, path)), [slots, path])
  const items = useMemo(() => now && itemsOf(now), [now])
  return { slots: now, items }
}

function slotsAt(slots: Slots, path: string): Slots {
  const isElsewhere = (item: Item | undefined) => item !== undefined && item.parentpath !== path
  if (!slots.some(isElsewhere)) return slots
  return slots.map(item => item && { ...item, parentpath: path })
}

export function labelOf(place: Place): string {
  if (place.kind === 'folder') return place.name
  if (place.kind === 'search') return `Results for “${place.search}”`
  return place.kind === 'recent' ? 'Recent' : 'Trash'
}

/** The way to what is opened from a folder follows from that folder's: nothing has to be asked. */
export function rememberWay(
  store: Store,
  way: Way | undefined,
  item: { objid: string; objname: string } | undefined,
): void {
  if (!way || !item) return
  const path = join(way.path, item.objname)
  const steps = [...way.steps, { objid: item.objid, objname: item.objname }]
  keepWay(store, item.objid, { path, steps })
}

/** Where others have changed something on the way that was known, this one is shown, and asked for all the same. */
export function keepWay(store: Store, folderid: string, way: Way): void {
  const { queryKey } = wayQuery(store, folderid)
  const known = queryClient.getQueryState(queryKey)
  if (known?.data && !known.isInvalidated) return
  queryClient.setQueryData(queryKey, way)
  if (known?.isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
