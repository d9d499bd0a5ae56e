import type { FsObject } from '@plinth/contract/file-fields'

/** One place of a list. What stands at some of them may not have been read yet. */
export type Place = Pick<FsObject, 'objid' | 'objtype'> | undefined

export interface Neighbours {
  /** Where in the list the file stands, or stood until it left it. -1 where that is not known. */
  at: number
  /** From 0 among the files, or -1 where the list, as far as it is read, does not hold the file. */
  index: number
  count: number
  previous: string | undefined
  next: string | undefined
  /** The place in the list that has to be read to know what comes before or after, or where the file is. */
  unread: number | undefined
}

/** How far into a list a file is looked for that a link leads to. */
const mostLookedThrough = 2_000

const isFolder = (place: Place) => place?.objtype === 1

/**
 * The files of a list around one of them. Folders are walked past. A list that goes on has unread places behind its end. One that
 * has left the list lies between those that stood beside it.
 */
export function neighboursOf(items: readonly Place[], fileid: string, goesOn: boolean, stood = -1): Neighbours {
  const found = items.findIndex(place => place?.objid === fileid)
  const at = found === -1 ? stood : found
  const folders = items.reduce((count, place) => count + Number(isFolder(place)), 0)
  const count = items.length - folders
  if (at === -1) {
    const hole = items.indexOf(undefined)
    const unread = hole !== -1 ? hole : goesOn ? items.length : undefined
    const given = unread !== undefined && unread < mostLookedThrough ? unread : undefined
    return { at, index: -1, count, previous: undefined, next: undefined, unread: given }
  }
  const index = found === -1 ? -1 : items.slice(0, at).filter(place => !isFolder(place)).length
  const before = items.findLastIndex((place, nth) => nth < at && !isFolder(place))
  const after = items.findIndex((place, nth) => nth >= at && nth !== found && !isFolder(place))
  const [previous, next] = [items[before]?.objid, items[after]?.objid]
  return { at, index, count, previous, next, unread: unreadBeside(items, at, { before, after }, goesOn) }
}

/** Near the end of what is read, more of it is wanted: so that it is there once somebody gets there. */
function unreadBeside(
  items: readonly Place[],
  at: number,
  { before, after }: { before: number; after: number },
  goesOn: boolean,
): number | undefined {
  if (after !== -1 && items[after] === undefined) return after
  if (before !== -1 && items[before] === undefined) return before
  return goesOn && at >= items.length - 2 ? items.length : undefined
}

/** '3 of 57'; '3 of 50+' while there are more. */
export const placeIn = ({ index, count }: Neighbours, goesOn: boolean) =>
  index === -1 ? '' : `${(index + 1).toLocaleString('en')} of ${count.toLocaleString('en')}${goesOn ? '+' : ''}`
