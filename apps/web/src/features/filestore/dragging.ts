import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Desk } from './desk.ts'
import { type Item, movable, named } from './items.ts'
import type { Target } from './moving.ts'

/** A page cannot read what is dragged over it before it is dropped, so it is kept here as well. */
let dragged: { fsid: string; items: readonly Item[] } | undefined

/** Tells it from a link or a text. Where the row is gone before it is dropped, nobody hears that the drag has ended. */
const itemsType = 'application/x-plinth-items'

export function startDrag(event: DragEvent, fsid: string, items: readonly Item[]): void {
  dragged = { fsid, items }
  event.dataTransfer.effectAllowed = 'copyMove'
  event.dataTransfer.setData(itemsType, fsid)
  event.dataTransfer.setData('text/plain', items.map(({ objname }) => objname).join('\n'))
  const label = document.createElement('div')
  label.textContent = named(items)
  label.className = 'floating fixed -top-20 left-0 max-w-60 truncate px-3 py-1.5 text-sm'
  document.body.append(label)
  event.dataTransfer.setDragImage(label, -12, -8)
  setTimeout(() => label.remove())
}

export const endDrag = () => {
  dragged = undefined
}

const draggedHere = ({ dataTransfer }: DragEvent, fsid: string) =>
  dragged?.fsid === fsid && dataTransfer.types.includes(itemsType) ? dragged.items : undefined

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Ctrl, or Alt on a Mac, copies instead. */
const isCopying = ({ ctrlKey, altKey }: DragEvent) => ctrlKey || altKey

/** Who takes what is dropped. */
export type DropDesk = Pick<Desk, 'canWrite' | 'store' | 'drop' | 'upload'>

/** Whether something dragged can be dropped on the folder, which then shows it. */
export function canDrop(event: DragEvent, { canWrite, store }: DropDesk, target: Target | undefined): boolean {
  if (!canWrite || !target) return false
  if (hasFiles(event)) return true
  const items = draggedHere(event, store.fsid) ?? []
  return movable(items, target).length > 0
}

/** What a folder, a crumb or the list itself needs to be dropped on. */
export function useDropTarget(desk: DropDesk, target: Target | undefined) {
  const [over, setOver] = useState(false)
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!canDrop(event, desk, target)) return
        event.preventDefault()
        event.stopPropagation()
        event.dataTransfer.dropEffect = hasFiles(event) || isCopying(event) ? 'copy' : 'move'
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!target || !canDrop(event, desk, target)) return
        event.preventDefault()
        event.stopPropagation()
        dropOn(event, desk, target)
      },
    },
  }
}

const hoverMs = 700

/** What is closed opens when something is held above it for a while, as on a desktop. */
export function useSpring(over: boolean, run: () => void): void {
  const runNow = useEffectEvent(run)
  useEffect(() => {
    if (!over) return
    const timer = setTimeout(() => runNow(), hoverMs)
    return () => clearTimeout(timer)
  }, [over])
}

function dropOn(event: DragEvent, { store, drop, upload }: DropDesk, target: Target): void {
  const items = draggedHere(event, store.fsid)
  if (hasFiles(event)) upload(event.dataTransfer, target.objid)
  else if (items) drop(items, target, isCopying(event))
  endDrag()
}
