import { useTaken } from './clipboard.ts'
import { useDesk } from './desk.ts'
import { useDropTarget } from './dragging.ts'
import { type Item, isFolder, pathOf } from './items.ts'

export const idOf = (objid: string) => `item-${objid}`

/** How one item of the list stands: chosen, under the keyboard, cut, about to receive what is dragged. */
export function useItemState(item: Item) {
  const desk = useDesk()
  const taken = useTaken(desk.store.fsid)
  const isTarget = isFolder(item) && desk.place.kind !== 'trash'
  const target = isTarget ? { objid: item.objid, path: pathOf(item), name: item.objname } : undefined
  const { over, handlers } = useDropTarget(desk, target)
  return {
    id: idOf(item.objid),
    chosen: desk.selection.ids.has(item.objid),
    active: desk.selection.active === item.objid,
    cut: taken?.mode === 'cut' && taken.items.some(({ objid }) => objid === item.objid),
    over,
    drop: isTarget ? handlers : {},
  }
}
