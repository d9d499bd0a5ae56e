import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { headerHeight } from './HeaderRow.tsx'
import { gridLayout, lineCount, listLayout } from './layout.ts'
import { scrollOf } from './scroll-places.ts'
import { useHeightToBottom, useWidth } from './use-size.ts'

const rowHeight = { small: 56, wide: 40 }
/** Where rows have room for their columns, as their style says too. */
const wideFrom = 576
/** Two cards beside each other fit on the smallest phone. */
const card = { least: { small: 136, wide: 168 }, height: 168, gap: 12 }
/** Lines drawn out of sight. */
const overscan = 10
/** Whoever drags the scroll bar passes by much that nobody wants to see. */
const restMs = 60
/** Stand in for what is still to come, however far one drags the scroll bar. */
const linesToCome = 8

/** Uploads are shown above the end of the list: it scrolls on until its last line stands clear of them. */
const panelHeight = () => Number.parseFloat(document.documentElement.style.getPropertyValue('--upload-panel')) || 0

interface Given {
  name: string
  view: 'list' | 'grid'
  items: number
  hasMore: boolean
  see: (from: number, to: number) => void
}

/** Where each item stands, which lines are in sight, and asking for more in time. */
export function useListLayout(ref: RefObject<HTMLElement | null>, { name, view, items, hasMore, see }: Given) {
  const width = useWidth(ref)
  const height = useHeightToBottom(ref)
  const isGrid = view === 'grid'
  const size = width < wideFrom ? 'small' : 'wide'
  const pad = isGrid ? card.gap : 0
  const layout = isGrid
    ? gridLayout(width - pad * 2, card.least[size], card.height, card.gap)
    : listLayout(width, rowHeight[size])
  const margin = isGrid ? pad : headerHeight
  const line = layout.height + layout.gap
  const virtual = useVirtualizer({
    count: lineCount(layout, items) + (hasMore ? linesToCome : 0),
    getScrollElement: () => ref.current,
    estimateSize: () => line,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    scrollPaddingEnd: panelHeight(),
    overscan,
    initialOffset: () => scrollOf(name),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it remembers the old size of each line until it is told.
  useEffect(() => virtual.measure(), [virtual, line])

  const lines = virtual.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin }))
  const from = (lines[0]?.index ?? 0) * layout.columns
  const to = ((lines.at(-1)?.index ?? 0) + 1) * layout.columns - 1
  const seeNow = useEffectEvent(see)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come or gone may have to be read although nothing moved.
  useEffect(() => {
    const timer = setTimeout(() => seeNow(from, to), restMs)
    return () => clearTimeout(timer)
  }, [from, to, items, hasMore])
  return {
    ...{ layout, height, pad, margin, lines },
    total: virtual.getTotalSize() + pad,
    inSight: Math.max(1, Math.floor((height - margin) / line) - 1),
    reveal: (index: number) => virtual.scrollToIndex(Math.floor(index / layout.columns)),
  }
}
