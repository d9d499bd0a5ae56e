import type { FileLevel } from '@plinth/contract/permissions'
import { may } from '@plinth/contract/permissions'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { pasteInto, take } from './clipboard.ts'
import { askConflict } from './conflicts.ts'
import type { Desk, Opened, Place } from './desk.ts'
import type { Narrowed } from './filters.ts'
import { type Item, isFolder } from './items.ts'
import { copyItems, moveItems, type Target } from './moving.ts'
import { activeOf, keepActive } from './scroll-places.ts'
import { nothingChosen, type Selection, withoutGone } from './selection.ts'
import { trashItems } from './trashing.ts'
import type { Slots } from './use-listing.ts'

interface Given {
  /** Names the list. */
  name: string
  store: Store
  level: FileLevel
  place: Place
  items: readonly Item[]
  slots: Slots
  narrowed: Narrowed
  narrow: Desk['narrow']
  point: Desk['point']
  openFolder: (objid: string) => void
  openFile: (objid: string) => void
  goUp: () => void
  upload: Desk['upload']
}

/** Puts the list, what is chosen in it and what can be done together. */
export function useNewDesk(given: Given) {
  const { name, store, level, place, items, slots, narrowed, narrow, point, openFolder, openFile, goUp, upload } = given
  const [selected, choose] = useState((): Selection => ({ ...nothingChosen, active: activeOf(name) }))
  const [renaming, rename] = useState<string>()
  const typedName: Desk['typedName'] = useRef(undefined)
  const [opened, show] = useState<Opened>()
  const order = useMemo(() => items.map(({ objid }) => objid), [items])
  const lastPlace = useRef(-1)
  const selection = useMemo(() => withoutGone(selected, order, lastPlace.current), [selected, order])
  const { active } = selection
  useEffect(() => {
    lastPlace.current = active === undefined ? -1 : order.indexOf(active)
    if (active !== undefined) keepActive(name, active)
  }, [name, active, order])
  const chosen = useMemo(() => items.filter(({ objid }) => selection.ids.has(objid)), [items, selection])
  const canWrite = may([level], 'file.write')
  const inTrash = place.kind === 'trash'

  const endRename = (objid: string) => {
    if (typedName.current?.objid === objid) typedName.current = undefined
    rename(now => (now === objid ? undefined : now))
  }
  const beginRename = ([one, ...more]: readonly Item[]) => {
    if (inTrash || !one || more.length > 0) return
    // Its field stands in its row, which may be out of sight.
    point(one.objid)
    rename(one.objid)
  }
  const open = (item: Item) => {
    if (inTrash) show({ is: 'details', item })
    else (isFolder(item) ? openFolder : openFile)(item.objid)
  }
  const drop = (dropped: readonly Item[], target: Target, copies: boolean) =>
    void (copies ? copyItems : moveItems)(store, dropped, target, askConflict)
  const paste = () => {
    if (place.kind === 'folder') pasteInto(place, store, drop)
  }
  const write: Partial<Record<string, (items: readonly Item[]) => void>> = {
    trash: some => (inTrash ? show({ is: 'delete', items: some }) : void trashItems(store, some)),
    rename: some => beginRename(some),
    cut: some => !inTrash && take({ mode: 'cut', fsid: store.fsid, items: some }),
    copy: some => !inTrash && take({ mode: 'copy', fsid: store.fsid, items: some }),
  }
  const run: Desk['run'] = (command, some = chosen) => {
    if (command === 'up') return goUp()
    if (command === 'paste') return canWrite ? paste() : undefined
    const [one] = some
    if (command === 'open' && one) return open(one)
    if (canWrite && one) write[command]?.(some)
  }
  const desk: Desk = {
    ...{ store, level, canWrite, place, items, slots, narrowed, narrow, selection, choose, chosen },
    ...{ point, renaming, endRename, typedName, open, show, run, drop, upload },
  }
  return { desk, opened, close: () => show(undefined) }
}
