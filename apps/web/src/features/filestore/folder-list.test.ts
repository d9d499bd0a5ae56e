import { expect, test } from 'vitest'
import {
  emptyRun,
  type FolderList,
  itemsOf,
  mapItems,
  missingBetween,
  runOf,
  slotsOf,
  withMarks,
  withOlder,
  withPage,
} from './folder-list.ts'
import type { Item } from './items.ts'

const item = (objname: string): Item => ({
  ...{ objtype: 2, objid: objname, objname, size: 0, filecount: null, mediatype: null },
  ...{ createdat: 0, createdby: 'mara', modifiedat: 0, modifiedby: 'mara', parentpath: '/', parentid: 'top' },
})
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => item(String(from + index)))
const marks = Array.from({ length: 4 }, (_, index) => `after ${(index + 1) * 50}`)

/** A folder of 220 files of which the first page was read, and which was counted. */
function counted(): FolderList {
  const opened = { folderid: 'top', folders: emptyRun('folders'), files: runOf('files', numbered(0, 50), false) }
  return withMarks(opened, 'files', { cursors: marks, passed: 220, cursor: null }, true)
}

test('a folder that was counted has room for all it holds', () => {
  const slots = slotsOf(counted())
  expect(slots).toHaveLength(220)
  expect([slots[49]?.objid, slots[50], slots[219]]).toEqual(['49', undefined, undefined])
})

test('one that was not counted to its end says so, until it is', () => {
  expect(counted().files.cut).toBe(false)
  const cut = withMarks(counted(), 'files', { cursors: marks, passed: 220, cursor: null, cut: true }, true)
  expect(cut.files).toMatchObject({ complete: true, cut: true })
  expect(withOlder(counted(), cut).files.cut).toBe(false)
})

test('only the pages in sight are read', () => {
  expect(missingBetween(counted(), 0, 49)).toEqual([])
  expect(missingBetween(counted(), 140, 210)).toEqual([2, 3, 4].map(no => ({ run: 'files', no })))
  const last = withPage(counted(), { run: 'files', no: 4 }, numbered(200, 20))
  expect(missingBetween(last, 199, 219)).toEqual([{ run: 'files', no: 3 }])
  expect(slotsOf(last)[219]?.objid).toBe('219')
})

test('what goes leaves no gap', () => {
  const last = withPage(counted(), { run: 'files', no: 4 }, numbered(200, 20))
  const slots = slotsOf(mapItems(last, items => items.filter(({ objid }) => objid !== '7')))
  expect(slots).toHaveLength(219)
  expect([slots[7]?.objid, slots[218]?.objid]).toEqual(['8', '219'])
})

test('what was known stays until it was read anew', () => {
  const older = withPage(counted(), { run: 'files', no: 1 }, numbered(50, 50))
  const newer = withMarks(
    { ...counted(), files: runOf('files', numbered(0, 50), false) },
    'files',
    { cursors: marks, passed: 221, cursor: null },
    true,
  )
  const merged = withOlder(newer, older)
  expect(itemsOf(slotsOf(merged))).toHaveLength(100)
  expect(slotsOf(merged)).toHaveLength(221)
  expect(missingBetween(merged, 0, 99)).toEqual([{ run: 'files', no: 1 }])
})

test('counting goes on where it stopped', () => {
  const on = withMarks(counted(), 'files', { cursors: ['after 250'], passed: 70, cursor: null }, false)
  expect(slotsOf(on)).toHaveLength(290)
  expect(missingBetween(on, 260, 270)).toEqual([{ run: 'files', no: 5 }])
})
