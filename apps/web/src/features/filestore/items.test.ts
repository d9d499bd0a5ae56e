import { expect, test } from 'vitest'
import { counted, type Item, movable, named, nextSort, outermost, sortFolders } from './items.ts'

const item = (objname: string, objtype: 1 | 2, more: Partial<Item> = {}): Item => ({
  ...{ objtype, objid: objname, objname, size: 0, filecount: null, mediatype: null },
  ...{ createdat: 0, createdby: 'mara', modifiedat: 0, modifiedby: 'mara', parentpath: '/', parentid: 'top' },
  ...more,
})

test('a column is sorted the useful way first, then the other', () => {
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name')).toBe('name')
  expect(nextSort('name', 'size')).toBe('-size')
  expect(nextSort('-size', 'size')).toBe('size')
  expect(nextSort('-size', 'modifiedby')).toBe('modifiedby')
})

test('folders follow the order of the files', () => {
  const folders = [
    item('a', 1, { size: 5, modifiedby: 'mara' }),
    item('b', 1, { size: 9, modifiedby: 'ada' }),
    item('c', 1, { size: 1, modifiedby: 'mara' }),
  ]
  const names = (sort: Parameters<typeof sortFolders>[1]) => sortFolders(folders, sort).map(({ objname }) => objname)
  expect(names('name')).toEqual(['a', 'b', 'c'])
  expect(names('-name')).toEqual(['c', 'b', 'a'])
  expect(names('-size')).toEqual(['b', 'a', 'c'])
  expect(names('modifiedby')).toEqual(['b', 'a', 'c'])
  expect(names('-modifiedby')).toEqual(['c', 'a', 'b'])
})

test('nothing moves to where it is, nor a folder into itself', () => {
  const plans = item('Plans', 1)
  const list = [plans, item('note.txt', 2), item('deep.txt', 2, { parentpath: '/Plans/2026', parentid: 'y26' })]
  const goes = (objid: string, path: string) => movable(list, { objid, path }).map(({ objname }) => objname)
  expect(goes('top', '/')).toEqual(['deep.txt'])
  expect(goes('Plans', '/Plans')).toEqual(['note.txt', 'deep.txt'])
  expect(goes('y26', '/Plans/2026')).toEqual(['note.txt'])
  // A name that only begins alike is another folder.
  expect(goes('other', '/Plans B')).toEqual(['Plans', 'note.txt', 'deep.txt'])
})

test('what lies in a folder goes along with it', () => {
  const list = [
    item('deep.txt', 2, { parentpath: '/Plans/2026' }),
    item('Plans', 1),
    item('2026', 1, { parentpath: '/Plans' }),
    item('other.txt', 2, { parentpath: '/Plans B' }),
    item('note.txt', 2),
  ]
  expect(outermost(list).map(({ objname }) => objname)).toEqual(['Plans', 'other.txt', 'note.txt'])
})

test('one is named, many are counted', () => {
  expect(named([item('note.txt', 2)])).toBe('note.txt')
  expect(counted([item('a', 2), item('b', 2)])).toBe('2 files')
  expect(counted([item('a', 1)])).toBe('1 folder')
  expect(counted([item('a', 1), item('b', 2)])).toBe('2 items')
})
