import { DatabaseSync } from 'node:sqlite'
import type { Call, RequestOf, ResponseOf } from '@plinth/contract/call'
import { copyDir, deleteDir, dirInfo, listDir, markDir, moveDir, renameDir } from '@plinth/contract/dirs'
import { recentFiles, renameFile, searchFiles } from '@plinth/contract/files'
import { listTrash, restoreTrash } from '@plinth/contract/trash'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addMany } from './testing/many.ts'
import { type Store, startFiles } from './testing/stores.ts'

// SQLite alone, which never counts by itself: how it reads is the same with no rows as with a million, unless somebody has it count.

/** Hears of each statement as it is prepared, and of the database it is for. */
const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
  store = await app.store()
})
afterAll(async () => {
  await app.close()
  prepare.mockRestore()
})

async function useEverything({ ask, get, mkdir, put }: Store): Promise<void> {
  const done = async <C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>> => {
    const [data, error] = await ask(call, request)
    if (error) throw new Error(`${call.name}: ${error.msg}`)
    return data
  }
  const objid = await mkdir('/Plans')
  await mkdir('/Plans/Garden')
  await mkdir('/Elsewhere')
  for (const content of ['trees', 'more trees'])
    expect((await put('/Plans/Garden/trees.txt', content, { conflict: 'replace' })).status).toBe(200)
  expect((await get('/Plans/Garden/trees.txt')).status).toBe(200)
  for (const sort of ['name', '-modifiedat', 'size', 'modifiedby'] as const)
    await done(listDir, { path: '/Plans/Garden', sort })
  await done(listDir, { path: '/Plans/Garden', kind: 'documents', since: 1, modifiedby: 'mara' })
  await done(markDir, { path: '/Plans/Garden' })
  await done(dirInfo, { objectid: objid })
  for (const search of ['tr', 'rees']) await done(searchFiles, { search })
  await done(recentFiles, {})
  await done(renameFile, { parentdirpath: '/Plans/Garden', srcfilename: 'trees.txt', dstfilename: 'wood.txt' })
  await done(renameDir, { parentdirpath: '/Plans', srcdirname: 'Garden', dstdirname: 'Park' })
  await done(moveDir, { srcdirpath: '/Plans/Park', dstdirpath: '/Elsewhere/Park' })
  await done(copyDir, { srcdirpath: '/Elsewhere', dstdirpath: '/Copy' })
  await done(deleteDir, { dirpath: '/Plans' })
  await done(listTrash, {})
  await done(restoreTrash, { objectid: objid })
}

it('no call goes through all files there are, whatever SQLite was told of them when they were few', async () => {
  const before = prepare.mock.calls.length
  await useEverything(store)
  const used = prepare.mock.calls.slice(before).map(([sql]) => sql)
  expect(used.length).toBeGreaterThan(30)
  const database = prepare.mock.contexts[before]
  if (!(database instanceof DatabaseSync)) throw new Error('No statement was prepared')
  const goingThrough = () => used.filter(sql => stepsOf(database, sql).some(step => throughAll.test(step)))
  expect(goingThrough()).toEqual([])
  await addMany(app, store, { files: 100 })
  database.exec('analyze entries')
  expect(goingThrough()).toEqual([])
})

it('a page of the recent files begins where the one before ended', async () => {
  await addMany(app, store, { files: 60, parentid: await store.mkdir('/Many') })
  const before = prepare.mock.calls.length
  const [first] = await store.ask(recentFiles, {})
  await store.ask(recentFiles, { cursor: first?.cursor ?? '' })
  const database = prepare.mock.contexts[before]
  if (!(database instanceof DatabaseSync)) throw new Error('No statement was prepared')
  const used = prepare.mock.calls.slice(before).map(([sql]) => sql)
  const steps = used.filter(sql => sql.includes('coalesce(changedat')).flatMap(sql => stepsOf(database, sql))
  expect(steps).toContainEqual(expect.stringMatching(/entries_recent \(nsname=\? AND <expr><\?\)/))
})

/** A table read from end to end, an index that is made for one query, and an index that is tried with everything it begins with. */
const throughAll = /^SCAN (entries|e|versions|blobs|blobbytes|foldersizes|sizedeltas|uploads|shares)\b|AUTOMATIC|ANY\(/

function stepsOf(database: DatabaseSync, sql: string): string[] {
  if (!/^\s*(with|select|insert|update|delete)\b/i.test(sql)) return []
  const steps = database.prepare(`explain query plan ${sql}`).all()
  return steps.map(({ detail }) => String(detail))
}
