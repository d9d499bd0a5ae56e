import { may } from '@plinth/contract/permissions'
import {
  ClipboardPaste,
  Copy,
  Download,
  FolderInput,
  FolderOpen,
  FolderPlus,
  Info,
  Link2,
  Pencil,
  RotateCcw,
  Scissors,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { askToShare } from '../../lib/sharing.ts'
import { commandKey } from '../../lib/shortcuts.ts'
import { takenNow } from './clipboard.ts'
import type { Desk } from './desk.ts'
import { downloadItems } from './downloads.ts'
import type { Item } from './items.ts'
import { restoreItems } from './trashing.ts'

export interface Entry {
  label: string
  icon: ReactNode
  shortcut?: string
  danger?: boolean
  /** Begins a new group of the menu. */
  apart?: boolean
  /** Shown as a button above the list too. */
  bar?: boolean
  run: () => void
}

const key = (letter: string) => (commandKey === '⌘' ? `⌘${letter}` : `Ctrl+${letter}`)
const given = (...entries: (Entry | false)[]) => entries.filter(entry => entry !== false)

/** What can be done with some of the list, for its menus and its bar. What one may not do is not among them. */
export function entriesFor(desk: Desk, items: readonly Item[], goTo: (item: Item) => void): Entry[] {
  const [one] = items
  if (!one) return []
  if (desk.place.kind === 'trash') return trashEntries(desk, items)
  const { canWrite, store, place } = desk
  const single = items.length === 1
  return given(
    single && { label: 'Open', icon: <FolderOpen />, shortcut: 'Enter', run: () => desk.open(one) },
    { label: 'Download', icon: <Download />, bar: true, run: () => void downloadItems(store, items) },
    single && may([desk.level], 'file.share') && { label: 'Share', icon: <Link2 />, run: () => askToShare(store, one) },
    single && place.kind !== 'folder' && { label: 'Show in folder', icon: <FolderOpen />, run: () => goTo(one) },
    ...(canWrite ? writeEntries(desk, items) : []),
    single && { label: 'Details', icon: <Info />, apart: true, run: () => desk.show({ is: 'details', item: one }) },
    canWrite && {
      ...{ label: 'Delete', icon: <Trash2 />, shortcut: 'Delete', danger: true, apart: true, bar: true },
      run: () => desk.run('trash', items),
    },
  )
}

function writeEntries({ run, show }: Desk, items: readonly Item[]): Entry[] {
  return given(
    items.length === 1 && {
      ...{ label: 'Rename', icon: <Pencil />, shortcut: 'F2', apart: true, bar: true },
      run: () => run('rename', items),
    },
    { label: 'Move to', icon: <FolderInput />, bar: true, run: () => show({ is: 'move', items }) },
    { label: 'Copy to', icon: <Copy />, bar: true, run: () => show({ is: 'copy', items }) },
    { label: 'Cut', icon: <Scissors />, shortcut: key('X'), apart: true, run: () => run('cut', items) },
    { label: 'Copy', icon: <Copy />, shortcut: key('C'), run: () => run('copy', items) },
  )
}

function trashEntries({ canWrite, store, show }: Desk, items: readonly Item[]): Entry[] {
  if (!canWrite) return []
  return [
    { label: 'Restore', icon: <RotateCcw />, bar: true, run: () => void restoreItems(store, items) },
    {
      ...{ label: 'Delete for good', icon: <Trash2 />, shortcut: 'Delete', danger: true, bar: true },
      run: () => show({ is: 'delete', items }),
    },
  ]
}

/** What can be done where nothing is chosen. */
export function emptyEntries({ canWrite, store, place, show, run }: Desk): Entry[] {
  if (!canWrite || place.kind !== 'folder') return []
  const canPaste = takenNow()?.fsid === store.fsid
  return given(
    { label: 'New folder', icon: <FolderPlus />, run: () => show({ is: 'new-folder' }) },
    canPaste && { label: 'Paste', icon: <ClipboardPaste />, shortcut: key('V'), run: () => run('paste') },
  )
}
