import { type DragEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { take, takenNow } from './clipboard.ts'
import type { Desk } from './desk.ts'
import { endDrag, startDrag } from './dragging.ts'
import type { Item } from './items.ts'
import { type Command, commandOf } from './keyboard.ts'
import { emptyEntries } from './menu-entries.tsx'
import { choose, chooseAll, grown, nothingChosen, type Order, only, placeAfter, step } from './selection.ts'
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

/** What happens in a menu of one of the rows is reported here as well, although it lies above the list. */
const isInside = ({ target, currentTarget }: { target: EventTarget; currentTarget: Node }) =>
  target instanceof Node && currentTarget.contains(target)

const isBox = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'checkbox'

const hasLines = (desk: Desk, menuFor: 'chosen' | 'ground') =>
  menuFor === 'ground' ? emptyEntries(desk).length > 0 : desk.canWrite || desk.place.kind !== 'trash'

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, input, a, label') !== null

/** Mouse, finger and keyboard, for the whole list at once. */
export function useListInput(desk: Desk, { order, columns, inSight, reveal, load, loadAll, band }: Given) {
  const { items, selection } = desk
  const banded = useRef(false)
  /** Counts what is done here: what was begun before the last of it has no say any more. */
  const turns = useRef(0)
  const [menuFor, setMenuFor] = useState<'chosen' | 'ground'>('chosen')
  /** What a finger rests on, and whether that has opened the menu. */
  const held = useRef<{ item: Item | undefined; opened: boolean }>(undefined)

  const itemAt = (node: EventTarget | null): Item | undefined => {
    const id = node instanceof Element ? node.closest<HTMLElement>('[data-id]')?.dataset.id : undefined
    return id === undefined ? undefined : items.find(({ objid }) => objid === id)
  }
  /** What is there at once; what lies between and was not read, when it is. */
  const pickTo = (item: Item, toggle: boolean) => {
    const turn = turns.current
    const pick = (now: Order) => desk.choose(choose(selection, now, item.objid, { range: true, toggle }))
    pick(order)
    const ends = [selection.anchor ?? item.objid, item.objid].map(id => order.indexOf(id))
    const [first, last] = [Math.min(...ends), Math.max(...ends)]
    if (first < 0 || !order.slice(first, last).includes(undefined)) return
    void load(first, last).then(slots => {
      if (turn === turns.current) pick(slots.map(one => one?.objid))
    })
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!isInside(event)) return
    // The keyboard stays on the list, so that its keys work after a box was ticked.
    if (isBox(event.target)) event.currentTarget.focus()
    const isRange = event.shiftKey && (isBox(event.target) || !isControl(event.target))
    if (banded.current || held.current?.opened || (isControl(event.target) && !isRange)) return
    const item = itemAt(event.target)
    turns.current++
    if (!item) return desk.choose(nothingChosen)
    if (isRange) return pickTo(item, event.ctrlKey || event.metaKey || isBox(event.target))
    const touch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
    // A finger opens. Once something is chosen, by its box, it chooses.
    if (touch && selection.ids.size === 0) return desk.open(item)
    desk.choose(choose(selection, order, item.objid, { toggle: event.ctrlKey || event.metaKey || touch }))
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
    const begun = { ...chooseAll(selection, there), growing: {} }
    desk.choose(begun)
    void loadAll().then(all => {
      if (turn === turns.current) desk.choose(now => grown(now, begun, all))
    })
  }
  const clear = () => {
    desk.choose(nothingChosen)
    if (takenNow()?.mode === 'cut') take(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const command = commandOf(event, { columns, lines: inSight })
    if (!command) return
    event.preventDefault()
    // Whoever holds Enter opens one, not what lies in it and so on.
    if (event.repeat && command.do === 'open') return
    turns.current++
    const { active } = selection
    if (command.do === 'step') stepBy(command)
    else if (command.do === 'toggle') {
      if (active !== undefined) desk.choose(choose(selection, order, active, { toggle: true }))
    } else if (command.do === 'clear') clear()
    else if (command.do === 'all') chooseEverything()
    else if (command.do === 'open' && selection.ids.size === 0) {
      desk.run(
        'open',
        items.filter(({ objid }) => objid === active),
      )
    } else desk.run(command.do)
  }
  const chooseForMenu = (item: Item | undefined, byKey = false) => {
    const what = item || byKey ? 'chosen' : 'ground'
    if (item && !selection.ids.has(item.objid)) desk.choose(only(item.objid))
    // Its menu does nothing to what is chosen, and should not look as if.
    if (what === 'ground' && selection.ids.size > 0) desk.choose(nothingChosen)
    setMenuFor(what)
    return what
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    held.current = undefined
    // The key for it presses no button.
    const byKey = event.target === event.currentTarget && event.button !== 2 && selection.ids.size > 0
    // A menu without a line would be a box of nothing.
    if (!hasLines(desk, chooseForMenu(itemAt(event.target), byKey))) event.preventDefault()
  }
  /** Where the browser has no event for a finger that rests, the menu opens without the one above. */
  const onMenu = (open: boolean) => {
    if (!open || !held.current) return
    chooseForMenu(held.current.item)
    // Lifting the finger is no click.
    held.current.opened = true
  }
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    const item = itemAt(event.target)
    if (!item || desk.place.kind === 'trash') return event.preventDefault()
    const isChosen = selection.ids.has(item.objid)
    if (!isChosen) desk.choose(only(item.objid))
    startDrag(event, desk.store.fsid, isChosen ? desk.chosen : [item])
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!isInside(event)) return
    banded.current = false
    held.current = event.pointerType === 'mouse' ? undefined : { item: itemAt(event.target), opened: false }
    band.onPointerDown(event)
  }
  const onPointerUp = () => {
    banded.current = band.onPointerUp()
  }
  return {
    ...{ menuFor, onMenu },
    handlers: {
      ...{ onClick, onDoubleClick, onKeyDown, onContextMenu, onDragStart, onPointerDown, onPointerUp },
      ...{ onDragEnd: endDrag, onPointerMove: band.onPointerMove },
    },
  }
}
