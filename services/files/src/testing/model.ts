/** A filestore as simple as can be: what the real one is held against. */

export interface Dir {
  children: Map<string, Node>
}

interface File {
  content: string
  /** What it held before. */
  earlier: string[]
}

export type Node = Dir | File

export const isDir = (node: Node | undefined): node is Dir => node !== undefined && 'children' in node

interface Trashed {
  objid: string
  name: string
  node: Node
  /** The folders it was in, the nearest first. */
  from: Dir[]
}

export type Conflict = 'refuse' | 'replace' | 'keepboth'

export type Model = ReturnType<typeof createModel>

/** Each change answers an errcode, or null; the name that the real one chose where both stay is told to it. */
export function createModel(bytesOf = (content: string) => content.length) {
  const root: Dir = { children: new Map() }
  let trash: Trashed[] = []

  function at(path: string[]): Node | undefined {
    let node: Node | undefined = root
    for (const name of path) node = isDir(node) ? node.children.get(name) : undefined
    return node
  }

  const dirAt = (path: string[]) => {
    const node = at(path)
    return isDir(node) ? node : undefined
  }

  const above = (path: string[]) => path.map((_, index) => dirAt(path.slice(0, path.length - 1 - index)) ?? root)

  const isAlive = (dir: Dir) => dir === root || holds(root, dir)

  function holds(dir: Dir, wanted: Node): boolean {
    return [...dir.children.values()].some(child => child === wanted || (isDir(child) && holds(child, wanted)))
  }

  function remove(path: string[], objid: string): void {
    const name = path.at(-1) ?? ''
    const node = at(path)
    if (node) trash.push({ objid, name, node, from: above(path) })
    dirAt(path.slice(0, -1))?.children.delete(name)
  }

  return {
    root,
    at,
    trash: () => trash,
    remove,

    add(path: string[], node: Node, conflict: Conflict, chosen: string | undefined): string | null {
      const parent = dirAt(path.slice(0, -1))
      const name = path.at(-1) ?? ''
      if (!parent) return 'NOT_FOUND'
      const known = parent.children.get(name)
      if (!known) parent.children.set(name, node)
      else if (conflict === 'keepboth') parent.children.set(fresh(parent, chosen), node)
      else if (conflict === 'refuse' || isDir(known) || isDir(node)) return 'NAME_TAKEN'
      else if (known.content !== node.content) {
        known.earlier.push(known.content)
        known.content = node.content
      }
      return null
    },

    move(
      from: string[],
      to: string[],
      conflict: Conflict,
      told: { chosen?: string | undefined; replaced?: string | undefined },
    ) {
      const node = at(from)
      const parent = dirAt(to.slice(0, -1))
      const name = to.at(-1) ?? ''
      if (!node || !parent) return 'NOT_FOUND'
      const known = parent.children.get(name)
      if (known === node) return null
      if (isDir(node) && (node === parent || holds(node, parent))) return 'MOVE_INTO_ITSELF'
      if (known && conflict !== 'keepboth') {
        if (conflict === 'refuse' || isDir(known) !== isDir(node) || (isDir(known) && holds(known, node)))
          return 'NAME_TAKEN'
        remove(to, told.replaced ?? '')
      }
      dirAt(from.slice(0, -1))?.children.delete(from.at(-1) ?? '')
      parent.children.set(known && conflict === 'keepboth' ? fresh(parent, told.chosen) : name, node)
      return null
    },

    copy: (path: string[]): Node | undefined => {
      const node = at(path)
      return node && clone(node)
    },

    /** Makes what it held before, the oldest being 0, what it holds now. */
    restoreVersion(path: string[], index: number): void {
      const file = at(path)
      if (!file || isDir(file)) return
      const content = file.earlier[index]
      if (content === undefined || content === file.content) return
      file.earlier.push(file.content)
      file.content = content
    },

    /** Whether nothing has its name where it would return to. */
    returnsAsItWas(objid: string): boolean {
      const item = trash.find(one => one.objid === objid)
      return item !== undefined && !(item.from.find(isAlive) ?? root).children.has(item.name)
    },

    restore(objid: string, chosen: string | undefined): void {
      const item = trash.find(one => one.objid === objid)
      if (!item) return
      trash = trash.filter(one => one !== item)
      const parent = item.from.find(isAlive) ?? root
      parent.children.set(parent.children.has(item.name) ? fresh(parent, chosen) : item.name, item.node)
    },

    forget(objid?: string): void {
      trash = objid ? trash.filter(item => item.objid !== objid) : []
    },

    /** Every byte that is kept, wherever it is. */
    used: () => [root, ...trash.map(({ node }) => node)].reduce((sum, node) => sum + weight(node, true), 0),
    size: (path: string[]) => weight(at(path) ?? root, false),
    files: (path: string[]) => filesIn(at(path) ?? root),
    trashed: () => ({
      trashbytes: trash.reduce((sum, { node }) => sum + weight(node, false), 0),
      trashfilecount: trash.reduce((sum, { node }) => sum + filesIn(node), 0),
    }),
  }

  function weight(node: Node, withEarlier: boolean): number {
    if (isDir(node)) return [...node.children.values()].reduce((sum, child) => sum + weight(child, withEarlier), 0)
    const earlier = withEarlier ? node.earlier.reduce((sum, content) => sum + bytesOf(content), 0) : 0
    return bytesOf(node.content) + earlier
  }
}

const filesIn = (node: Node): number =>
  isDir(node) ? [...node.children.values()].reduce((sum, child) => sum + filesIn(child), 0) : 1

/** As it can be compared with what is listed and read. */
export const shapeOf = (node: Node): unknown =>
  isDir(node) ? Object.fromEntries([...node.children].map(([name, child]) => [name, shapeOf(child)])) : node.content

/** Every path in the model, the top folder's included. */
export function pathsIn(node: Node, path: string[] = []): string[][] {
  return isDir(node)
    ? [path, ...[...node.children].flatMap(([name, child]) => pathsIn(child, [...path, name]))]
    : [path]
}

function fresh(parent: Dir, chosen: string | undefined): string {
  if (!chosen || parent.children.has(chosen)) throw new Error(`The name ${chosen} was not free`)
  return chosen
}

function clone(node: Node): Node {
  if (!isDir(node)) return { content: node.content, earlier: [] }
  return { children: new Map([...node.children].map(([name, child]) => [name, clone(child)])) }
}
