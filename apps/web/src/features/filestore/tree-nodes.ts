import { type Item, join } from './items.ts'
import type { Way } from './queries.ts'
import type { Subfolders } from './subfolders.ts'

/** A line of the tree: a folder, or what stands in for folders that are not there yet. */
export interface TreeNode {
  /** Undefined for the top folder, as in an address. */
  folderid: string | undefined
  is: 'folder' | 'loading' | 'failed' | 'more'
  name: string
  level: number
  /** Undefined where it has none, as far as is known. */
  expanded: boolean | undefined
  /** Which of how many in its folder. */
  place: number
  siblings: number
  way: Way
}

/** What is known of the folders in a folder: nothing yet, that it failed, or they. */
export type Known = Subfolders | 'failed' | undefined

export const idOfNode = ({ folderid = '', is }: Pick<TreeNode, 'folderid' | 'is'>) => `${is}:${folderid}`

/** The lines in the order they stand in. The top folder is always open. */
export function nodesOf(fsname: string, known: (folderid: string) => Known, open: ReadonlySet<string>): TreeNode[] {
  const top = known('')
  const topid = typeof top === 'object' ? top.folderid : ''
  const way: Way = { path: '/', steps: [{ objid: topid, objname: '' }] }
  const root: TreeNode = {
    ...{ folderid: undefined, is: 'folder', name: fsname, level: 1, expanded: true, place: 1, siblings: 1, way },
  }
  return [root, ...below(root, known, open)]
}

const unread = 'Could not be read. Try again'

function below(parent: TreeNode, known: (folderid: string) => Known, open: ReadonlySet<string>): TreeNode[] {
  const { folderid, level, way } = parent
  const children = known(folderid ?? '')
  const standIn = (is: TreeNode['is'], name: string): TreeNode => ({
    ...{ folderid, is, name, level: level + 1, expanded: undefined, place: 1, siblings: 1, way },
  })
  if (children === 'failed') return [standIn('failed', unread)]
  if (!children) return [standIn('loading', 'Loading')]
  const siblings = children.items.length
  const nodes = children.items.flatMap((item, index) => {
    const node = nodeOf(item, parent, known, open)
    const placed = { ...node, place: index + 1, siblings }
    return placed.expanded ? [placed, ...below(placed, known, open)] : [placed]
  })
  return children.cursor ? [...nodes, standIn('more', restWords(children))] : nodes
}

function restWords({ reading, failed }: Subfolders): string {
  if (reading) return 'Loading'
  return failed ? unread : 'Show more folders'
}

function nodeOf(
  { objid, objname }: Item,
  parent: TreeNode,
  known: (folderid: string) => Known,
  open: ReadonlySet<string>,
) {
  const inside = known(objid)
  const isEmpty = typeof inside === 'object' && inside.items.length === 0
  const steps = [...parent.way.steps, { objid, objname }]
  return {
    ...{ folderid: objid, is: 'folder' as const, name: objname, level: parent.level + 1, place: 1, siblings: 1 },
    expanded: isEmpty ? undefined : open.has(objid),
    way: { path: join(parent.way.path, objname), steps },
  }
}

/** Where a key leads in the tree, or what it does there. Undefined where it means nothing. */
export type TreeMove = { do: 'go' | 'toggle' | 'open'; at: number } | undefined

export function treeMove(key: string, nodes: readonly TreeNode[], at: number): TreeMove {
  const node = nodes[at]
  if (key === 'ArrowDown') return { do: 'go', at: Math.min(at + 1, nodes.length - 1) }
  if (key === 'ArrowUp') return { do: 'go', at: Math.max(at - 1, 0) }
  if (key === 'Home') return { do: 'go', at: 0 }
  if (key === 'End') return { do: 'go', at: nodes.length - 1 }
  if (!node) return undefined
  if (key === 'Enter' || key === ' ') return { do: 'open', at }
  if (key === 'ArrowRight') {
    if (node.expanded === false) return { do: 'toggle', at }
    return node.expanded && nodes[at + 1] ? { do: 'go', at: at + 1 } : undefined
  }
  if (key !== 'ArrowLeft') return undefined
  if (node.expanded && node.level > 1) return { do: 'toggle', at }
  const parent = nodes.findLastIndex(({ level }, index) => index < at && level < node.level)
  return parent < 0 ? undefined : { do: 'go', at: parent }
}

/** The next folder whose name begins with what was typed, from the line on, around the end. */
export function typedNode(typed: string, nodes: readonly TreeNode[], at: number): number {
  const wanted = typed.toLowerCase()
  const fits = (index: number) => {
    const node = nodes[index % nodes.length]
    return node?.is === 'folder' && node.name.toLowerCase().startsWith(wanted)
  }
  // One more of the same letter goes on to the next; a second letter may still mean the same one.
  const from = at + (typed.length === 1 ? 1 : 0)
  for (let index = from; index < from + nodes.length; index++) if (fits(index)) return index % nodes.length
  return -1
}
