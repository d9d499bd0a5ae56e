import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Desk } from './desk.ts'
import { type ItemLayout, type Rect, rectOf, touchedBy } from './layout.ts'
import { banded, type Order, type Selection } from './selection.ts'

/** Less is a click. */
const leastMove = 5
const edge = 32
const scrollStep = 12

interface Started {
  x: number
  y: number
  before: Selection
  keep: boolean
}

/** Where a press begins a rubber band: not on what can be pressed or dragged itself, nor on the list's scroll bar. */
const isGround = ({ target, currentTarget, nativeEvent }: PointerEvent<HTMLElement>) =>
  target instanceof Element &&
  !target.closest('button, input, a, label, [draggable=true], [role=columnheader]') &&
  !(target === currentTarget && nativeEvent.offsetX >= currentTarget.clientWidth)

/** Chooses what a rectangle touches, drawn with the mouse from an empty place; what is out of sight scrolls into it. */
export function useRubberBand(
  ref: RefObject<HTMLElement | null>,
  { selection, choose }: Desk,
  order: Order,
  layout: ItemLayout,
  /** What stands above the first item and beside it. */
  { margin, pad }: { margin: number; pad: number },
) {
  const [rect, setRect] = useState<Rect>()
  const started = useRef<Started>(undefined)
  const pointer = useRef({ x: 0, y: 0 })

  const inList = (x: number, y: number) => {
    const box = ref.current?.getBoundingClientRect()
    return { x: x - (box?.left ?? 0) - pad, y: y - (box?.top ?? 0) + (ref.current?.scrollTop ?? 0) - margin }
  }
  const draw = () => {
    const from = started.current
    if (!from) return
    const to = inList(pointer.current.x, pointer.current.y)
    const drawn = rectOf(from.x, from.y, to.x, to.y)
    if (!rect && Math.hypot(to.x - from.x, to.y - from.y) < leastMove) return
    setRect(drawn)
    const touched = touchedBy(drawn, layout, order.length).flatMap(index => order[index] ?? [])
    choose(banded(from.before, touched, from.keep))
  }
  const drawNow = useRef(draw)
  useEffect(() => {
    drawNow.current = draw
  })
  const drawing = rect !== undefined
  useEffect(() => {
    if (!drawing) return
    const timer = setInterval(() => {
      const element = ref.current
      const box = element?.getBoundingClientRect()
      if (!element || !box) return
      const by = pointer.current.y > box.bottom - edge ? 1 : pointer.current.y < box.top + margin + edge ? -1 : 0
      if (by === 0) return
      element.scrollTop += by * scrollStep
      drawNow.current()
    }, 16)
    return () => clearInterval(timer)
  }, [drawing, ref, margin])

  const end = () => {
    started.current = undefined
    setRect(undefined)
  }
  return {
    rect,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || event.pointerType !== 'mouse' || !isGround(event)) return
      const keep = event.ctrlKey || event.metaKey || event.shiftKey
      started.current = { ...inList(event.clientX, event.clientY), before: selection, keep }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      pointer.current = { x: event.clientX, y: event.clientY }
      // The button was let go where the list does not hear of it.
      if (started.current && (event.buttons & 1) === 0) return end()
      // Only once it is drawn: a click would otherwise be on the list and not on its row.
      if (drawing) event.currentTarget.setPointerCapture(event.pointerId)
      draw()
    },
    /** Answers whether the press was a rubber band, so that its click means nothing. */
    onPointerUp: (): boolean => {
      end()
      return drawing
    },
  }
}
