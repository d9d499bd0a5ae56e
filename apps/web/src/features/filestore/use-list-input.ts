import { type DragEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { Desk } from './desk.ts'
import { endDrag, startDrag } from './dragging.ts'
import type { Item } from './items.ts'
import { type Command, commandOf } from './keyboard.ts'
import { choose, chooseAll, nothingChosen, type Order, only, placeAfter, step } from './selection.ts'
import type { Slots } from './use-listing.ts'
import type { useRubberBand } from './use-rubber-band.ts'

interface Given {
  order: Order
  columns: number
  inSight: number
  reveal: (index: number) => void
  load: (from: number, to: number) => Promise<Slots>
  loadAll: () => Promise<readonly string[]>
  band: ReturnType<typeof useRubberBand>
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, input, a, label') !== null

/** Mouse, finger and keyboard, for the whole list at once. */
export function useListInput(desk: Desk, { order, columns, inSight, reveal, load, loadAll, band }: Given) {
  const { items, selection } = desk
  const banded = useRef(false)
  /** Counts what is done here: what was begun before the last of it has no say any more. */
  const turns = useRef(0)
  const [menuFor, setMenuFor] = useState<'chosen' | 'ground'>('chosen')

  const itemAt = (node: EventTarget | null): Item | undefined => {
    const id = node instanceof Element ? node.closest<HTMLElement>('[data-id]')?.dataset.id : undefined
    return id === undefined ? undefined : items.find(({ objid }) => objid === id)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    // The keyboard stays on the list, so that its keys work after a box was ticked.
    if (event.target instanceof HTMLInputElement && event.target.type === 'checkbox') event.currentTarget.focus()
    if (banded.current || isControl(event.target)) return
    turns.current++
    const item = itemAt(event.target)
    if (!item) return desk.choose(nothingChosen)
    const touch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
    // A finger opens. Once something is chosen, by its box, it chooses.
    if (touch && selection.ids.size === 0) return desk.open(item)
    const toggle = event.ctrlKey || event.metaKey || touch
    desk.choose(choose(selection, order, item.objid, { range: event.shiftKey, toggle }))
  }
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const item = itemAt(event.target)
    if (item && !isControl(event.target)) desk.open(item)
  }
  /** Where it leads to what was not read yet, that is read first: the last key pressed counts. */
  const stepBy = ({ by, ...keys }: Extract<Command, { do: 'step' }>) => {
    const turn = turns.current
    const to = placeAfter(selection, order, by)
    const anchor = keys.range && selection.anchor ? order.indexOf(selection.anchor) : to
    const [first, last] = [Math.min(anchor, to), Math.max(anchor, to)]
    reveal(to)
    if (!order.slice(first, last + 1).includes(undefined)) return desk.choose(step(selection, order, by, keys))
    void load(first, last).then(slots => {
      const now = slots.map(item => item?.objid)
      if (turn === turns.current) desk.choose(step(selection, now, by, keys))
    })
  }
  /** What is there at once, so that the next key finds it chosen; the rest when it is, unless something else was done meanwhile. */
  const chooseEverything = () => {
    const turn = turns.current
    const there = order.filter(id => id !== undefined)
    desk.choose(chooseAll(selection, there))
    void loadAll().then(all => {
      if (turn === turns.current) desk.choose(chooseAll(selection, all))
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const command = commandOf(event, { columns, lines: inSight })
    if (!command) return
    event.preventDefault()
    turns.current++
    const { active } = selection
    if (command.do === 'step') stepBy(command)
    else if (command.do === 'toggle') {
      if (active !== undefined) desk.choose(choose(selection, order, active, { toggle: true }))
    } else if (command.do === 'clear') desk.choose(nothingChosen)
    else if (command.do === 'all') chooseEverything()
    else desk.run(command.do)
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const item = itemAt(event.target)
    // The key for it presses no button.
    const byKey = event.target === event.currentTarget && event.button !== 2 && selection.ids.size > 0
    if (item && !selection.ids.has(item.objid)) desk.choose(only(item.objid))
    setMenuFor(item || byKey ? 'chosen' : 'ground')
  }
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    const item = itemAt(event.target)
    if (!item || desk.place.kind === 'trash') return event.preventDefault()
    const isChosen = selection.ids.has(item.objid)
    if (!isChosen) desk.choose(only(item.objid))
    startDrag(event, desk.store.fsid, isChosen ? desk.chosen : [item])
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    banded.current = false
    band.onPointerDown(event)
  }
  const onPointerUp = () => {
    banded.current = band.onPointerUp()
  }
  return {
    menuFor,
    handlers: {
      ...{ onClick, onDoubleClick, onKeyDown, onContextMenu, onDragStart, onPointerDown, onPointerUp },
      ...{ onDragEnd: endDrag, onPointerMove: band.onPointerMove },
    },
  }
}
