import { Ellipsis } from 'lucide-react'
import { Fragment, type ReactNode, useRef } from 'react'
import { isCoarse } from '../../lib/pointer.ts'
import { ContextMenuItem, ContextMenuSeparator } from '../../ui/ContextMenu.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../ui/DropdownMenu.tsx'
import { useDesk } from './desk.ts'
import { pointNext } from './focus-next.ts'
import type { Item } from './items.ts'
import { type Entry, entriesFor } from './menu-entries.tsx'
import { useWays } from './paths.ts'
import { only } from './selection.ts'

type LineProps = { icon: ReactNode; shortcut?: string; danger?: boolean; onSelect: () => void; children: ReactNode }
type Parts = { Line: (props: LineProps) => ReactNode; Separator: () => ReactNode }

const inContextMenu: Parts = { Line: props => <ContextMenuItem {...props} />, Separator: ContextMenuSeparator }
const inDropdown: Parts = { Line: props => <MenuItem {...props} />, Separator: MenuSeparator }

type Run = () => void
type Choose = (run: Run) => void

/** What is chosen runs once the menu has closed and given the focus back: a field that opens then keeps it. */
export function useAfterClosing(): { onChoose: Choose; onCloseAutoFocus: Run } {
  const chosen = useRef<Run>(undefined)
  return {
    onChoose: run => {
      chosen.current = run
    },
    onCloseAutoFocus: () => {
      const run = chosen.current
      chosen.current = undefined
      if (run) setTimeout(run, 0)
    },
  }
}

type LinesProps = { entries: readonly Entry[]; onChoose: Choose }

function Lines({ entries, onChoose, parts: { Line, Separator } }: LinesProps & { parts: Parts }) {
  return entries.map(({ label, icon, shortcut, danger, apart, run }, index) => (
    <Fragment key={label}>
      {apart && index > 0 ? <Separator /> : null}
      <Line
        icon={icon}
        onSelect={() => onChoose(run)}
        {...(shortcut ? { shortcut } : {})}
        {...(danger ? { danger } : {})}
      >
        {label}
      </Line>
    </Fragment>
  ))
}

/** What it was opened for may have gone meanwhile. */
export function ContextLines({ none = 'This is no longer here', ...props }: LinesProps & { none?: string }) {
  if (props.entries.length === 0) return <ContextMenuItem disabled>{none}</ContextMenuItem>
  return <Lines {...props} parts={inContextMenu} />
}

/** The button at the end of a row: all that the context menu holds, for those who cannot open that. */
export function ItemMenu({ item, className }: { item: Item; className?: string }) {
  const desk = useDesk()
  const entries = useEntries([item])
  const { onChoose, onCloseAutoFocus } = useAfterClosing()
  const button = useRef<HTMLButtonElement>(null)
  /** Not to the button, which no key leads to: on the list its keys work. Whoever has clicked elsewhere stays there. */
  const backToList = (event: Event) => {
    event.preventDefault()
    const list = button.current?.closest<HTMLElement>('[role=grid]')
    if (document.activeElement === document.body) list?.focus({ preventScroll: true })
    onCloseAutoFocus()
  }
  if (entries.length === 0) return null
  return (
    <DropdownMenu
      // For a finger something chosen means that the next tap chooses too.
      onOpenChange={open => open && !isCoarse() && desk.choose(only(item.objid))}
      onCloseAutoFocus={backToList}
      trigger={
        <button
          ref={button}
          type="button"
          tabIndex={-1}
          aria-label={`Actions for ${item.objname}`}
          className={`reach-2 grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text ${className ?? ''}`}
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      <Lines entries={entries} onChoose={onChoose} parts={inDropdown} />
    </DropdownMenu>
  )
}

export function useEntries(items: readonly Item[]): Entry[] {
  const desk = useDesk()
  const { toFolder } = useWays(desk.store)
  return entriesFor(desk, items, ({ objid, parentid }) => {
    pointNext(objid)
    toFolder(parentid)
  })
}
