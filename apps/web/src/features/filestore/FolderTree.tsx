import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight, Folder, FolderOpen, HardDrive } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { shownName } from '../../lib/names.ts'
import { cx } from '../../ui/cx.ts'
import { pasteInto } from './clipboard.ts'
import { type DropDesk, useDropTarget, useSpring } from './dragging.ts'
import { commandOf } from './keyboard.ts'
import type { Target } from './moving.ts'
import { idOfNode, type TreeNode } from './tree-nodes.ts'
import { useHeightToBottom } from './use-size.ts'
import type { useTree } from './use-tree.ts'

const lineHeight = 32
const overscan = 10

type FolderTreeProps = { tree: ReturnType<typeof useTree>; desk: DropDesk; label: string }

/** All folders, opened as far as one likes. Only the lines in sight exist, so the tree keeps the keyboard itself. */
export function FolderTree({ tree: { nodes, here, active, toggle, act, press }, desk, label }: FolderTreeProps) {
  const ref = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const height = useHeightToBottom(ref)
  const virtual = useVirtualizer({
    ...{ count: nodes.length, getScrollElement: () => ref.current, estimateSize: () => lineHeight, overscan },
    getItemKey: index => (nodes[index] ? idOfNode(nodes[index]) : index),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the folder that is open, not each change of the tree.
  useEffect(() => {
    if (here > 0) virtual.scrollToIndex(here)
  }, [nodes[here]?.folderid, here >= 0])
  useEffect(() => virtual.scrollToIndex(active), [virtual, active])
  const onKeyDown = (event: KeyboardEvent) => {
    const node = nodes[active]
    const target = node && targetOf(node)
    if (commandOf(event, { columns: 1, lines: 1 })?.do === 'paste' && target && desk.canWrite) {
      pasteInto(target, desk.store, desk.drop)
      event.preventDefault()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (press(event.key)) event.preventDefault()
  }
  const lineId = (node: TreeNode | undefined) => node && `${prefix}${idOfNode(node)}`
  const lines = virtual.getVirtualItems()
  const isDrawn = lines.some(({ index }) => index === active)
  return (
    <div
      ref={ref}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={isDrawn ? lineId(nodes[active]) : undefined}
      onKeyDown={onKeyDown}
      style={{ height }}
      className="group/tree select-none overflow-y-auto overflow-x-hidden rounded-lg border bg-surface p-1 text-sm"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {lines.map(({ key, index, start }) => {
          const node = nodes[index]
          if (!node) return null
          return (
            <Line
              key={key}
              {...{ node, desk, top: start, current: index === here, active: index === active }}
              id={lineId(node) ?? ''}
              onToggle={() => toggle(node)}
              onOpen={() => act(node)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** What can be put into it, as far as it is a folder that is known. */
function targetOf({ is, folderid, name, way }: TreeNode): Target | undefined {
  const objid = folderid ?? way.steps[0]?.objid ?? ''
  return is === 'folder' && objid ? { objid, path: way.path, name } : undefined
}

/** Deep down the steps are smaller: what lies in another stands in from it, and names keep some room. */
const indentOf = (level: number) => Math.min(level - 1, 4) * 14 + Math.min(Math.max(level - 5, 0), 10) * 8

type LineProps = {
  node: TreeNode
  desk: DropDesk
  id: string
  top: number
  current: boolean
  active: boolean
  onToggle: () => void
  onOpen: () => void
}

function Line({ node, desk, id, top, current, active, onToggle, onOpen }: LineProps) {
  const { is, name, level, expanded, place, siblings } = node
  const { over, handlers } = useDropTarget(desk, targetOf(node))
  useSpring(over && expanded === false, onToggle)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree keeps the focus and names the line.
    // biome-ignore lint/a11y/useKeyWithClickEvents: so it has the keys too.
    <div
      {...handlers}
      id={id}
      role="treeitem"
      aria-level={level}
      aria-expanded={expanded}
      aria-selected={current}
      aria-current={current ? 'page' : undefined}
      aria-posinset={place}
      aria-setsize={siblings}
      title={name}
      onClick={onOpen}
      style={{ top, height: lineHeight, paddingLeft: indentOf(level) }}
      className={cx(
        'absolute inset-x-0 flex cursor-default items-center gap-1 rounded-md pr-2',
        current ? 'bg-accent-soft font-medium' : 'hover:bg-hover',
        is !== 'folder' && 'text-muted',
        over && 'bg-accent-soft ring-2 ring-accent ring-inset',
        active && 'group-focus-visible/tree:shadow-[inset_0_0_0_2px_var(--accent)]',
      )}
    >
      <Twist expanded={level === 1 ? undefined : expanded} onToggle={onToggle} />
      <Mark node={node} current={current} />
      <span dir="auto" className="truncate text-left">
        {shownName(name)}
      </span>
    </div>
  )
}

/** For the mouse: the arrow keys do the same. */
function Twist({ expanded, onToggle }: { expanded: boolean | undefined; onToggle: () => void }) {
  if (expanded === undefined) return <span className="w-5 shrink-0" />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the line says whether it is open, and keys open it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do it.
    <span
      data-twist
      onClick={event => {
        event.stopPropagation()
        onToggle()
      }}
      className="grid size-5 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
    >
      <ChevronRight aria-hidden className={cx('size-4 transition-transform', expanded && 'rotate-90')} />
    </span>
  )
}

function Mark({ node: { is, level }, current }: { node: TreeNode; current: boolean }) {
  if (is !== 'folder') return null
  const Icon = level === 1 ? HardDrive : current ? FolderOpen : Folder
  return (
    <Icon aria-hidden className={cx('size-4 shrink-0', level === 1 ? 'text-muted' : 'fill-accent-soft text-accent')} />
  )
}
