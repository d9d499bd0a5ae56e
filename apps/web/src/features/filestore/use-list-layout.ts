import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { headerHeight } from './HeaderRow.tsx'
import { gridLayout, lineCount, listLayout } from './layout.ts'
import { scrollOf } from './scroll-places.ts'
import { useHeightToBottom, useWidth } from './use-size.ts'

const rowHeight = { small: 56, wide: 40 }
/** Where rows have room for their columns, as their style says too. */
const wideFrom = 576
const card = { least: 168, height: 148, gap: 12 }
/** Lines drawn out of sight; and how many items before the end of what is loaded the next page is asked for. */
const overscan = 10
const ahead = 200
/** Stand in for what is still to come, however far one drags the scroll bar. */
const linesToCome = 8

interface Given {
  name: string
  view: 'list' | 'grid'
  items: number
  hasMore: boolean
  loadMore: () => void
}

/** Where each item stands, which lines are in sight, and asking for more in time. */
export function useListLayout(ref: RefObject<HTMLElement | null>, { name, view, items, hasMore, loadMore }: Given) {
  const width = useWidth(ref)
  const height = useHeightToBottom(ref)
  const isGrid = view === 'grid'
  const pad = isGrid ? card.gap : 0
  const layout = isGrid
    ? gridLayout(width - pad * 2, card.least, card.height, card.gap)
    : listLayout(width, width < wideFrom ? rowHeight.small : rowHeight.wide)
  const margin = isGrid ? pad : headerHeight
  const line = layout.height + layout.gap
  const virtual = useVirtualizer({
    count: lineCount(layout, items) + (hasMore ? linesToCome : 0),
    getScrollElement: () => ref.current,
    estimateSize: () => line,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    overscan,
    initialOffset: () => scrollOf(name),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it remembers the old size of each line until it is told.
  useEffect(() => virtual.measure(), [virtual, line])

  const lines = virtual.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin }))
  const short = hasMore && ((lines.at(-1)?.index ?? 0) + 1) * layout.columns + ahead > items
  useEffect(() => {
    if (short) loadMore()
  }, [short, loadMore])
  return {
    ...{ layout, height, pad, margin, lines },
    total: virtual.getTotalSize() + pad,
    inSight: Math.max(1, Math.floor((height - margin) / line) - 1),
    reveal: (index: number) => virtual.scrollToIndex(Math.floor(index / layout.columns)),
  }
}
