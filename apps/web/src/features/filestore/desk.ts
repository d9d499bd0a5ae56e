import type { FileLevel } from '@plinth/contract/permissions'
import { createContext, type RefObject, useContext } from 'react'
import type { Store } from '../../lib/file-client.ts'
import type { Narrowed } from './filters.ts'
import type { Item } from './items.ts'
import type { Command } from './keyboard.ts'
import type { Target } from './moving.ts'
import type { Selection } from './selection.ts'
import type { Slots } from './use-listing.ts'

/** What is on the screen: a folder, or a list over the whole filestore. */
export type Place =
  | { kind: 'folder'; objid: string; path: string; name: string }
  | { kind: 'recent' }
  | { kind: 'trash' }
  | { kind: 'search'; search: string }

/** What opens above the list. */
export type Opened =
  | { is: 'new-folder' }
  | { is: 'move' | 'copy'; items: readonly Item[] }
  | { is: 'delete'; items: readonly Item[] }
  | { is: 'empty' }
  | { is: 'details'; item: Item }
  | { is: 'person' }

/** What is brought into sight, wherever in the list it stands: once, or each time that it moves until then. */
export interface Pointed {
  objid: string
  until: number
}

interface TypedName {
  objid: string
  text: string
  caret: number
}

/** The list that one works at, with all that its rows, bars and menus need. */
export interface Desk {
  store: Store
  level: FileLevel
  canWrite: boolean
  place: Place
  /** Those of the list that are loaded. */
  items: readonly Item[]
  /** Each at its place in the list. */
  slots: Slots
  /** What the list leaves out. */
  narrowed: Narrowed
  narrow: (narrowed: Narrowed) => void
  selection: Selection
  choose: (selection: Selection | ((now: Selection) => Selection)) => void
  /** Those of the list that are chosen. */
  chosen: readonly Item[]
  renaming: string | undefined
  /** Brings it into sight, and for so long stays with it when the list puts it elsewhere. */
  point: (objid: string, forMs?: number) => void
  /** Where another one is being renamed by now, that goes on. */
  endRename: (objid: string) => void
  /** The new name as far as it is typed: its field goes with the row when the list moves, and comes back with it. */
  typedName: RefObject<TypedName | undefined>
  open: (item: Item) => void
  show: (opened: Opened) => void
  run: (command: Command['do'], items?: readonly Item[]) => void
  drop: (items: readonly Item[], target: Target, copies: boolean) => void
  /** Files that were chosen, or whatever was dropped: that may hold folders. */
  upload: (source: readonly File[] | DataTransfer, folderid: string) => void
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('A part of the File Store stands outside of it.')
  return desk
}
