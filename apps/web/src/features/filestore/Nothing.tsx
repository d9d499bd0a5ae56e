import { ClipboardPaste, Clock, FolderOpen, ListFilter, SearchX, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ContextMenu } from '../../ui/ContextMenu.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useTaken } from './clipboard.ts'
import { type Desk, useDesk } from './desk.ts'
import { useDropTarget } from './dragging.ts'
import { isNarrowed } from './filters.ts'
import { ContextLines, useAfterClosing } from './ItemMenu.tsx'
import { commandOf } from './keyboard.ts'
import { emptyEntries } from './menu-entries.tsx'

/** The list is empty: why, and what can be done. An empty folder can be dropped on. */
export function Nothing({ dropping }: { dropping: boolean }) {
  const desk = useDesk()
  const { place, canWrite, run, store, narrowed, narrow } = desk
  const taken = useTaken(store.fsid)
  const { over, handlers } = useDropTarget(desk, place.kind === 'folder' ? place : undefined)
  const { onChoose, onCloseAutoFocus } = useAfterClosing()
  useGroundKeys(desk)
  if (isNarrowed(narrowed) && (place.kind === 'folder' || place.kind === 'search')) {
    return (
      <div className="flex-1 rounded-lg border bg-surface">
        <EmptyState icon={<ListFilter />} action={<Button onClick={() => narrow({})}>Remove the filter</Button>}>
          Nothing here fits the filter. There may be more without it.
        </EmptyState>
      </div>
    )
  }
  const entries = emptyEntries(desk)
  const ground = (
    <div
      {...handlers}
      className={cx('flex-1 rounded-lg border', over || dropping ? 'border-accent bg-accent-soft' : 'bg-surface')}
    >
      {place.kind === 'folder' ? (
        <EmptyState
          icon={<FolderOpen />}
          action={
            canWrite && taken ? (
              <Button onClick={() => run('paste')}>
                <ClipboardPaste aria-hidden />
                Paste
              </Button>
            ) : undefined
          }
        >
          {canWrite
            ? 'This folder is empty. Drop files here, or choose them with Upload.'
            : 'This folder is empty. You can read here; ask an admin of the filestore to add files.'}
        </EmptyState>
      ) : null}
      {place.kind === 'recent' ? <EmptyState icon={<Clock />}>There are no files yet.</EmptyState> : null}
      {place.kind === 'trash' ? (
        <EmptyState icon={<Trash2 />}>The trash is empty. What is deleted stays here for 30 days.</EmptyState>
      ) : null}
      {place.kind === 'search' ? (
        <EmptyState icon={<SearchX />}>Nothing here has “{place.search}” in its name.</EmptyState>
      ) : null}
    </div>
  )
  if (entries.length === 0) return ground
  return (
    <ContextMenu
      label="Actions in the empty folder"
      menu={<ContextLines entries={entries} onChoose={onChoose} />}
      onCloseAutoFocus={onCloseAutoFocus}
    >
      {ground}
    </ContextMenu>
  )
}

/** Where keys mean something else, or belong to what lies above. */
const others =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=tree], [role=listbox]'

/** Without a list nothing here has the keyboard. What needs no file works all the same: to paste, and to go up. */
function useGroundKeys({ run }: Desk): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(others))) return
    const command = commandOf(event, { columns: 1, lines: 1 })
    if (command?.do !== 'paste' && command?.do !== 'up') return
    event.preventDefault()
    run(command.do)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
