import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyRun, type FolderList, runOf } from './folder-list.ts'
import type { Item } from './items.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
const { changeHere, mostRefreshed, refreshFolders, withoutItems } = await import('./changes.ts')
const { queryClient } = await import('../../lib/query.ts')

const store = { orgid: 'north', projectid: 'quay', fsid: 'fs' }
const keyOf = (folderid: string) => ['files', 'north/quay/fs', 'list', folderid, 'name', '']

const item = (objname: string): Item => ({
  ...{ objtype: 2, objid: objname, objname, size: 0, filecount: null, mediatype: null },
  ...{ createdat: 0, createdby: 'mara', modifiedat: 0, modifiedby: 'mara', parentpath: '/', parentid: 'top' },
})
const listOf = (folderid: string, ...names: string[]): FolderList => ({
  ...{ folderid, folders: emptyRun('folders'), files: runOf('files', names.map(item), true) },
})
const put = (folderid: string, ...names: string[]) =>
  queryClient.setQueryData(keyOf(folderid), listOf(folderid, ...names))
const namesIn = (folderid: string) =>
  queryClient.getQueryData<FolderList>(keyOf(folderid))?.files.pages[0]?.items.map(({ objname }) => objname)
const isOutdated = (folderid: string) => queryClient.getQueryState(keyOf(folderid))?.isInvalidated

beforeEach(() => {
  queryClient.clear()
  put('here', 'a', 'b')
  put('there', 'c')
})

test('what is shown before the server has answered is taken back', () => {
  const takeBack = changeHere(store, withoutItems(new Set(['a'])))
  expect(namesIn('here')).toEqual(['b'])
  takeBack()
  expect(namesIn('here')).toEqual(['a', 'b'])
})

test('a list that others have changed is still read anew when it is opened next', async () => {
  await queryClient.invalidateQueries({ queryKey: keyOf('there') })
  const takeBack = changeHere(store, withoutItems(new Set(['a'])))
  expect([isOutdated('here'), isOutdated('there')]).toEqual([false, true])
  takeBack()
  expect([isOutdated('here'), isOutdated('there')]).toEqual([false, true])
})

test('what was read meanwhile is not taken back with it', () => {
  const takeBack = changeHere(store, withoutItems(new Set(['a'])))
  put('there', 'c', 'new')
  takeBack()
  expect(namesIn('there')).toEqual(['c', 'new'])
  expect(namesIn('here')).toEqual(['a', 'b'])
})

test('a long list that is being read on is called outdated once that is done', async () => {
  const queryKey = ['files', 'north/quay/fs', 'recent']
  const pages = Array.from({ length: mostRefreshed + 1 }, () => ({ items: [], cursor: null }))
  const gate = Promise.withResolvers<object>()
  queryClient.setQueryData(queryKey, { pages })
  const asked = { queryKey, queryFn: () => gate.promise, staleTime: Number.POSITIVE_INFINITY }
  const observer = new QueryObserver<object>(queryClient, asked)
  const stop = observer.subscribe(() => undefined)
  const read = observer.refetch()
  refreshFolders(store, ['here'])
  // The other lists hear of it in the same moment.
  await expect.poll(() => isOutdated('here')).toBe(true)
  gate.resolve({ pages })
  await read
  await expect.poll(() => queryClient.getQueryState(queryKey)?.isInvalidated, { timeout: 5_000 }).toBe(true)
  stop()
})
