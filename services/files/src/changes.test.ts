import { createDir, deleteDir, moveDir } from '@plinth/contract/dirs'
import type { Event } from '@plinth/contract/events'
import { activityPage } from '@plinth/platform/activity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFiles } from './testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())

async function follow(topic: string): Promise<Event[]> {
  const seen: Event[] = []
  await app.platform.events.subscribe({
    topics: new Set([topic]),
    deliver: ({ event }) => void (event.type === 'files.changed' && seen.push(event)),
    ended: () => {},
  })
  return seen
}

it('tells those who follow the project which folders changed, and nobody else', async () => {
  const store = await app.store({ orgid: 'tellers' })
  const [members, owners, strangers] = [
    await follow('project:tellers/site'),
    await follow('projects:tellers'),
    await follow('project:other/site'),
  ]
  const a = await store.mkdir('/A')
  const b = await store.mkdir('/B')
  await store.put('/A/file', 'x')
  await store.ask(moveDir, { srcdirpath: '/A', dstdirpath: '/B/A' })
  const folders = () => members.map(({ data }) => data.folderid)
  await expect.poll(() => folders().length).toBe(5)
  const [root] = folders()
  expect(folders()).toEqual([root, root, a, root, b])
  expect(members[0]?.data.nsname).toBe(store.nsname)
  expect(owners).toEqual(members)
  expect(strangers).toEqual([])
})

it('tells of a file that was sent again as it was, since it was changed now and by somebody else', async () => {
  const store = await app.store({ orgid: 'senders' })
  const a = await store.mkdir('/A')
  await store.put('/A/file', 'x')
  const members = await follow('project:senders/site')
  const ines = { authorization: `Bearer ${await store.token({ userid: 'ines' })}` }
  const again = { parentdirpath: '/A', filename: 'file', conflict: 'replace', file: new Blob(['x']) }
  expect((await store.send(again, { headers: ines })).fsobject?.modifiedby).toBe('ines')
  await expect.poll(() => members.map(({ data }) => data.folderid)).toEqual([a])
})

it('writes each change down for the project, with the bytes it took', async () => {
  const store = await app.store({ orgid: 'scribes' })
  await store.ask(createDir, { parentdirpath: '/', dirname: 'A' })
  await store.put('/A/file', 'four')
  await store.put('/A/file', 'seventy', { conflict: 'replace' })
  await store.ask(createDir, { parentdirpath: '/', dirname: 'A' })
  await store.ask(deleteDir, { dirpath: '/A' })
  const rows = await activityPage(app.platform.db, { orgid: 'scribes', projectid: 'site', before: null, limit: 10 })
  expect(rows.map(({ action, actorid, data }) => [action, actorid, data.name])).toEqual([
    ['folder.delete', 'mara', 'A'],
    ['file.replace', 'mara', 'file'],
    ['file.upload', 'mara', 'file'],
    ['folder.create', 'mara', 'A'],
  ])
  const { query } = app.platform.db.withTables<{ activity: { orgid: string; bytes: number } }>()
  const bytes = await query.selectFrom('activity').select('bytes').where('orgid', '=', 'scribes').execute()
  expect(bytes.reduce((sum, row) => sum + row.bytes, 0)).toBe(11)
})
