import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { ContextMenu } from '../../ui/ContextMenu.tsx'
import { cx } from '../../ui/cx.ts'
import { type Pointed, useDesk } from './desk.ts'
import { useDropTarget } from './dragging.ts'
import { FileCard } from './FileCard.tsx'
import { FileRow, type Third } from './FileRow.tsx'
import { takesFocus } from './focus-next.ts'
import { gridRole, rowRole } from './grid-roles.ts'
import { HeaderRow, type Sorting } from './HeaderRow.tsx'
import { ContextLines, useAfterClosing, useEntries } from './ItemMenu.tsx'
import { lineCount, type Rect } from './layout.ts'
import { emptyEntries } from './menu-entries.tsx'
import { SkeletonLine } from './SkeletonLines.tsx'
import { keepScroll } from './scroll-places.ts'
import type { Order } from './selection.ts'
import { idOf } from './use-item-state.ts'
import { useListInput } from './use-list-input.ts'
import { useListLayout } from './use-list-layout.ts'
import type { Slots } from './use-listing.ts'
import { useRubberBand } from './use-rubber-band.ts'

type Load = (from: number, to: number) => Promise<Slots>

type ItemsAreaProps = {
  label: string
  /** Names the list: where it was scrolled to is kept by it. */
  name: string
  view: 'list' | 'grid'
  sorting: Sorting | undefined
  /** Whatever changes what stands where: then the list begins at its top. */
  orderName: string
  third: Third
  /** What the last column says. */
  time: string
  /** Is brought into sight. */
  pointed: Pointed | undefined
  /** Files are held beside it: they would come here. */
  dropping: boolean
  hasMore: boolean
  /** These places are in sight. */
  see: (from: number, to: number) => void
  load: Load
  loadAll: () => Promise<readonly string[]>
}

/** The list itself: drawn where it is in sight, worked by mouse, finger and keyboard. */
export function ItemsArea(props: ItemsAreaProps) {
  const { label, name, view, sorting, orderName, third, time, pointed, dropping, hasMore, see, load, loadAll } = props
  const desk = useDesk()
  const { slots, selection, place } = desk
  const ref = useRef<HTMLDivElement>(null)
  const order = useMemo(() => slots.map(item => item?.objid), [slots])
  const drawn = useListLayout(ref, { name, view, items: slots.length, hasMore, see })
  const { layout, lines } = drawn
  const { columns } = layout
  const band = useRubberBand(ref, desk, order, layout, drawn)
  const input = useListInput(desk, {
    order,
    columns,
    inSight: drawn.inSight,
    reveal: drawn.reveal,
    load,
    loadAll,
    band,
  })
  const { over, handlers: drop } = useDropTarget(desk, place.kind === 'folder' ? place : undefined)
  const chosenEntries = useEntries(desk.chosen)
  const { onChoose, onCloseAutoFocus } = useAfterClosing()

  const ordered = useRef(orderName)
  useEffect(() => {
    if (ordered.current !== orderName) ref.current?.scrollTo({ top: 0 })
    ordered.current = orderName
  }, [orderName])
  useReveal(order, pointed, drawn.reveal, load)
  useEffect(() => {
    // A list may come late. Whoever has gone on meanwhile, to the search or a dialog, keeps the keyboard.
    if (takesFocus() && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])

  const inLine = (index: number) => slots.slice(index * columns, (index + 1) * columns)
  const isDrawn = lines.some(({ index }) => inLine(index).some(item => item?.objid === selection.active))
  const activeid = isDrawn && selection.active !== undefined ? idOf(selection.active) : undefined
  const rows = hasMore ? undefined : lineCount(layout, slots.length)
  const groundEntries = emptyEntries(desk)
  const keys = lineKeys(lines, view === 'list' ? slots : nothing)
  return (
    <ContextMenu
      label={`Actions in ${label}`}
      menu={
        input.menuFor === 'chosen' ? (
          <ContextLines entries={chosenEntries} onChoose={onChoose} />
        ) : (
          <ContextLines entries={groundEntries} onChoose={onChoose} none="There is nothing to do here" />
        )
      }
      onOpenChange={input.onMenu}
      onCloseAutoFocus={onCloseAutoFocus}
    >
      <div
        {...gridRole(label, rows, activeid)}
        {...drop}
        {...input.handlers}
        ref={ref}
        style={{ height: drawn.height }}
        onScroll={event => keepScroll(name, event.currentTarget.scrollTop)}
        className={cx(
          'group/list @container/list relative min-w-0 flex-1 select-none overflow-y-auto overflow-x-hidden rounded-lg border',
          over || dropping ? 'border-accent bg-accent-soft' : 'bg-surface',
        )}
      >
        {view === 'list' ? <HeaderRow {...{ third, sorting, time }} /> : <div style={{ height: drawn.pad }} />}
        <div
          role="presentation"
          className="relative"
          style={{ height: `calc(${drawn.total}px + var(--upload-panel, 0px))` }}
        >
          {lines.map(({ index, top }, nth) => (
            <Line key={keys[nth]} grid={view === 'grid'} index={index} top={top} layout={layout} pad={drawn.pad}>
              {inLine(index).map((item, place) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: a place that is still empty is known by nothing else.
                if (!item) return <SkeletonLine key={place} {...{ view, third }} />
                if (view === 'grid') return <FileCard key={item.objid} item={item} />
                return <FileRow key={item.objid} {...{ item, index, third }} />
              })}
              {index * columns >= slots.length ? <SkeletonLine {...{ view, third }} /> : null}
            </Line>
          ))}
          {band.rect ? <Band rect={band.rect} pad={drawn.pad} /> : null}
        </div>
      </div>
    </ContextMenu>
  )
}

/** How far into the list it is looked for. */
const mostLookedThrough = 2_000

/** As soon as it is there; after that whoever scrolls on is left alone. */
function useReveal(order: Order, pointed: Pointed | undefined, reveal: (index: number) => void, load: Load): void {
  const at = pointed ? order.indexOf(pointed.objid) : -1
  const shown = useRef<Pointed>(undefined)
  const showNow = useEffectEvent(() => {
    if (!pointed || (shown.current === pointed && pointed.until < Date.now())) return
    if (at < 0) return void load(0, mostLookedThrough)
    shown.current = pointed
    reveal(at)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say when to look.
  useEffect(() => showNow(), [pointed, at])
}

const nothing: Slots = []

/**
 * A row is known by what it shows, so that it stays itself, with a menu that is open in it, when others move it down. Its place
 * stands in for what is unread, or what stands there twice while the list is read anew.
 */
function lineKeys(lines: readonly { index: number }[], slots: Slots): (string | number)[] {
  const seen = new Set<string>()
  return lines.map(({ index }) => {
    const objid = slots[index]?.objid
    if (objid === undefined || seen.has(objid)) return index
    seen.add(objid)
    return objid
  })
}

type LineProps = {
  grid: boolean
  index: number
  top: number
  pad: number
  layout: { columns: number; height: number; gap: number }
  children: ReactNode
}

function Line({ grid, index, top, pad, layout: { columns, height, gap }, children }: LineProps) {
  const style = { top, left: pad, right: pad, height }
  if (!grid) {
    return (
      <div role="presentation" className="absolute" style={style}>
        {children}
      </div>
    )
  }
  const gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`
  return (
    <div {...rowRole(index)} className="absolute grid" style={{ ...style, gap, gridTemplateColumns }}>
      {children}
    </div>
  )
}

function Band({ rect: { left, top, right, bottom }, pad }: { rect: Rect; pad: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-sm border border-accent bg-accent/15"
      style={{ left: left + pad, top, width: right - left, height: bottom - top }}
    />
  )
}
