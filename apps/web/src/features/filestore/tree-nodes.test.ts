import { expect, test } from 'vitest'
import type { Item } from './items.ts'
import { type Known, nodesOf, treeMove, typedNode } from './tree-nodes.ts'

const folder = (objid: string, objname: string): Item => ({
  ...{ objtype: 1, objid, objname, size: 0, filecount: 0, mediatype: null },
  ...{ createdat: 0, createdby: 'mara', modifiedat: 0, modifiedby: 'mara', parentpath: '/', parentid: 'top' },
})
const folders: Record<string, Known> = {
  '': { folderid: 'top', items: [folder('p', 'Plans'), folder('q', 'Photos'), folder('e', 'Empty')], cursor: null },
  p: { folderid: 'p', items: [folder('y', '2026')], cursor: 'more' },
  q: 'failed',
  e: { folderid: 'e', items: [], cursor: null },
}
const tree = (...open: string[]) => nodesOf('Archive', folderid => folders[folderid], new Set(open))
const spelt = (...open: string[]) => tree(...open).map(({ level, name }) => `${level} ${name}`)

test('an open folder shows what is in it, or why not', () => {
  expect(spelt()).toEqual(['1 Archive', '2 Plans', '2 Photos', '2 Empty'])
  expect(spelt('p')).toEqual(['1 Archive', '2 Plans', '3 2026', '3 Show more folders', '2 Photos', '2 Empty'])
  expect(spelt('q')).toEqual(['1 Archive', '2 Plans', '2 Photos', '3 Could not be read. Try again', '2 Empty'])
  expect(spelt('p', 'y')).toContain('4 Loading')
})

test('a folder knows its way and its place', () => {
  const [, plans, inner] = tree('p')
  expect(inner?.way).toEqual({
    path: '/Plans/2026',
    steps: [
      { objid: 'top', objname: '' },
      { objid: 'p', objname: 'Plans' },
      { objid: 'y', objname: '2026' },
    ],
  })
  expect([plans?.place, plans?.siblings, plans?.expanded]).toEqual([1, 3, true])
  // One that is known to hold none cannot be opened.
  expect(tree().at(-1)?.expanded).toBeUndefined()
})

test('arrows walk, open and close; left leads up', () => {
  const nodes = tree('p')
  expect(treeMove('ArrowDown', nodes, 0)).toEqual({ do: 'go', at: 1 })
  expect(treeMove('ArrowUp', nodes, 0)).toEqual({ do: 'go', at: 0 })
  expect(treeMove('End', nodes, 0)).toEqual({ do: 'go', at: 5 })
  expect(treeMove('ArrowRight', nodes, 1)).toEqual({ do: 'go', at: 2 })
  expect(treeMove('ArrowRight', nodes, 4)).toEqual({ do: 'toggle', at: 4 })
  expect(treeMove('ArrowRight', nodes, 5)).toBeUndefined()
  expect(treeMove('ArrowLeft', nodes, 1)).toEqual({ do: 'toggle', at: 1 })
  expect(treeMove('ArrowLeft', nodes, 2)).toEqual({ do: 'go', at: 1 })
  expect(treeMove('ArrowLeft', nodes, 4)).toEqual({ do: 'go', at: 0 })
  expect(treeMove('Enter', nodes, 2)).toEqual({ do: 'open', at: 2 })
})

test('letters lead to the next folder that begins with them', () => {
  const nodes = tree('p')
  expect(nodes[typedNode('p', nodes, 0)]?.name).toBe('Plans')
  expect(nodes[typedNode('p', nodes, 1)]?.name).toBe('Photos')
  expect(nodes[typedNode('p', nodes, 4)]?.name).toBe('Plans')
  expect(nodes[typedNode('ph', nodes, 1)]?.name).toBe('Photos')
  expect(typedNode('s', nodes, 0)).toBe(-1)
})
