import type { Item } from './items.ts'

/**
 * A folder as far as it is known: how many it holds, where each page of it begins, and the pages that were read, wherever they
 * are. So a reader can go to its end without reading what lies between.
 */
export interface FolderList {
  folderid: string
  folders: Run
  files: Run
}

export type RunName = 'folders' | 'files'

export interface Run {
  /** How many a page holds. */
  size: number
  /** As far as it was counted; all of them once it is complete. */
  count: number
  complete: boolean
  /** There are more than are counted and shown. */
  cut?: boolean
  /** Where the second page begins, the third one, and so on. */
  cursors: readonly string[]
  pages: readonly (Page | undefined)[]
}

interface Page {
  items: readonly Item[]
  /** What is not is shown until it was read anew. */
  fresh: boolean
}

export const pageSizes: Record<RunName, number> = { folders: 2_000, files: 50 }

/** A run of which the first page was read. */
export const runOf = (name: RunName, items: readonly Item[], complete: boolean): Run => ({
  ...{ size: pageSizes[name], count: items.length, complete, cursors: [], pages: [{ items, fresh: true }] },
})

export const emptyRun = (name: RunName) => runOf(name, [], true)

const pageCount = ({ count, size, pages }: Run) => Math.max(Math.ceil(count / size), pages.length)

export const expectedIn = ({ count, size }: Run, no: number) => Math.max(0, Math.min(size, count - no * size))

const lengthOfPage = (run: Run, no: number) => run.pages[no]?.items.length ?? expectedIn(run, no)

/** Calls back with each page and where in the whole list it begins. Answers how long the list is. */
function walk(list: FolderList, visit: (name: RunName, no: number, start: number, length: number) => void): number {
  let start = 0
  for (const name of ['folders', 'files'] as const) {
    const run = list[name]
    for (let no = 0; no < pageCount(run); no++) {
      const length = lengthOfPage(run, no)
      visit(name, no, start, length)
      start += length
    }
  }
  return start
}

/** Each entry at its place; nothing where it was not read yet. */
export function slotsOf(list: FolderList): (Item | undefined)[] {
  const total = walk(list, () => undefined)
  const slots = new Array<Item | undefined>(total).fill(undefined)
  walk(list, (name, no, start) => {
    for (const [index, item] of list[name].pages[no]?.items.entries() ?? []) slots[start + index] = item
  })
  return slots
}

export interface PageName {
  run: RunName
  no: number
}

/** The pages between two places that have to be read. Before it is counted, a page that nobody knows the way to is not among them. */
export function missingBetween(list: FolderList, from: number, to: number): PageName[] {
  const missing: PageName[] = []
  walk(list, (run, no, start, length) => {
    const isThere = start <= to && start + length > from
    const { pages, cursors } = list[run]
    if (isThere && !pages[no]?.fresh && (no === 0 || cursors[no - 1])) missing.push({ run, no })
  })
  return missing
}

const withRun = (list: FolderList, name: RunName, change: Partial<Run>): FolderList => ({
  ...{ ...list, [name]: { ...list[name], ...change } },
})

export function withPage(list: FolderList, { run, no }: PageName, items: readonly Item[]): FolderList {
  const pages = [...list[run].pages]
  pages[no] = { items, fresh: true }
  return withRun(list, run, { pages })
}

export interface Marked {
  cursors: readonly string[]
  passed: number
  cursor: string | null
  cut?: boolean
}

/** `first` where counting began anew. */
export function withMarks(list: FolderList, name: RunName, marked: Marked, first: boolean): FolderList {
  const { cursors, count } = list[name]
  return withRun(list, name, {
    cursors: first ? marked.cursors : [...cursors, ...marked.cursors],
    count: first ? marked.passed : count + marked.passed,
    complete: marked.cursor === null,
    cut: marked.cut ?? false,
  })
}

/** What is known of the older list stands in for what the newer one has not read yet. */
export function withOlder(list: FolderList, older: FolderList): FolderList {
  const merged = (name: RunName): Run => {
    const run = list[name]
    const last = Math.ceil(run.count / run.size)
    const pages = Array.from(
      { length: Math.max(run.pages.length, Math.min(last, older[name].pages.length)) },
      (_, no) => {
        const known = older[name].pages[no]
        return run.pages[no] ?? (known && { items: known.items, fresh: false })
      },
    )
    return { ...run, pages }
  }
  return { ...list, folders: merged('folders'), files: merged('files') }
}

export function mapItems(list: FolderList, change: (items: Item[]) => Item[]): FolderList {
  const changed = (run: Run): Run => ({
    ...run,
    pages: run.pages.map(page => page && { ...page, items: change([...page.items]) }),
  })
  return { ...list, folders: changed(list.folders), files: changed(list.files) }
}

export const itemsOf = (slots: readonly (Item | undefined)[]): Item[] => slots.filter(item => item !== undefined)
