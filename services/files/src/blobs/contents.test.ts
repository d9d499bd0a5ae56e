import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { deleteFile } from '@plinth/contract/files'
import { emptyTrash } from '@plinth/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { namespaceOf } from '../entries/entries.service.ts'
import { putFile } from '../files/putting.service.ts'
import type { FileTables } from '../tables.ts'
import { type Store, startFiles } from '../testing/stores.ts'
import { addRefs, dropRefs } from './contents.repository.ts'
import { createContents } from './contents.service.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
})
afterEach(() => vi.useRealTimers())

/** Of another node: the same database and store, and no job of its own. */
const node = (blobs = app.platform.blobs) =>
  createContents({ ...app.platform, blobs, jobs: { ...app.platform.jobs, every: () => {} } })
const tables = () => app.platform.db.withTables<FileTables>().query
const inStore = async () => (await app.platform.blobs.list()).map(({ hash }) => hash)
const hashOf = async (objid = '') => {
  const entry = tables().selectFrom('entries').select('blobhash').where('objid', '=', objid)
  return (await entry.executeTakeFirstOrThrow()).blobhash ?? ''
}
/** As if the time that an unused content stays were over. */
const sweepNow = () => node().sweepUnused({ graceMs: -1 })

let number = 0
const fresh = (bytes = 20_000) => Buffer.alloc(bytes, `content ${number++} of ${Date.now()} `)

async function discard(...paths: string[]): Promise<void> {
  for (const filepath of paths) await store.ask(deleteFile, { filepath })
  await (await store.as('admin'))(emptyTrash, {})
  await app.platform.jobs.idle()
}

describe('contents', () => {
  it('are stored once, and removed when nobody refers to them any more', async () => {
    const content = fresh()
    const before = await inStore()
    await store.put('/a', content)
    await store.put('/b', content)
    expect((await inStore()).length).toBe(before.length + 1)
    await discard('/a')
    await sweepNow()
    expect(await store.text('/b')).toBe(content.toString())
    await discard('/b')
    await sweepNow()
    expect(await inStore()).toEqual(before)
    expect(await tables().selectFrom('sweeping').selectAll().execute()).toEqual([])
  })

  it('are removed also while others bring more and more', async () => {
    const { fsobject } = await store.put('/used', fresh())
    await store.put('/unused', fresh())
    const before = await inStore()
    await discard('/unused')
    const hash = await hashOf(fsobject?.objid)
    const most = 20_000
    let [written, isSwept] = [0, false]
    const others = Array.from({ length: 4 }, async () => {
      for (; written < most && !isSwept; written++)
        await app.platform.db.withTables<FileTables>().transaction(async tx => {
          await addRefs(tx, [hash])
          await dropRefs(tx, [hash])
        })
    })
    await expect.poll(() => written).toBeGreaterThan(20)
    await sweepNow()
    expect(written).toBeLessThan(most)
    isSwept = true
    await Promise.all(others)
    expect((await inStore()).length).toBe(before.length - 1)
  })

  it('that are small leave the database', async () => {
    const content = fresh(100)
    await store.put('/a', content)
    const held = async () => (await tables().selectFrom('blobbytes').select('hash').execute()).length
    const before = await held()
    await discard('/a')
    await sweepNow()
    expect(await held()).toBe(before - 1)
  })

  it('of uploads that were refused do not stay', async () => {
    await store.put('/taken', 'x')
    const before = await inStore()
    expect((await store.send({ file: new Blob([fresh()]), parentdirpath: '/', filename: 'taken' })).errcode).toBe(
      'NAME_TAKEN',
    )
    expect((await store.send({ file: new Blob([fresh()]), parentdirpath: '/none', filename: 'a' })).errcode).toBe(
      'NOT_FOUND',
    )
    await sweepNow()
    expect(await inStore()).toEqual(before)
    expect(await tables().selectFrom('blobleases').selectAll().execute()).toEqual([])
    const folder = app.platform.config.dataFolder
    const left = (await readdir(folder, { recursive: true })).filter(
      name => /tmp|temp/.test(name) && !name.endsWith('tmp'),
    )
    expect(left).toEqual([])
  })

  it('that are uploaded while they are swept are never lost', async () => {
    // Each round removes a content and brings it back at the same time, from several sides.
    for (let round = 0; round < 12; round++) {
      const content = fresh()
      await store.put(`/old${round}`, content)
      await discard(`/old${round}`)
      const [answers] = await Promise.all([
        Promise.all([1, 2, 3].map(n => store.put(`/new${round}-${n}`, content))),
        sweepNow(),
        sweepNow(),
        sweepNow(),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      await sweepNow()
      for (const n of [1, 2, 3]) expect(await store.text(`/new${round}-${n}`)).toBe(content.toString())
    }
  })

  it('whose bytes are being removed are stored anew only after that', async () => {
    const content = fresh()
    await store.put('/a', content)
    await discard('/a')
    const slow = Promise.withResolvers<void>()
    const remove = (hash: string) => slow.promise.then(() => app.platform.blobs.remove(hash))
    const sweeping = node({ ...app.platform.blobs, remove }).sweepUnused({ graceMs: -1 })
    await expect.poll(async () => (await tables().selectFrom('sweeping').selectAll().execute()).length).toBe(1)
    const upload = store.put('/b', content)
    // Time enough for an upload that does not wait.
    for (let n = 0; n < 10; n++) await store.put(`/other${n}`, fresh())
    slow.resolve()
    await sweeping
    expect((await upload).status).toBe(200)
    expect(await store.text('/b')).toBe(content.toString())
  })

  it('that somebody began to remove and died are not stored anew before that is finished', async () => {
    const content = fresh()
    const { fsobject } = await store.put('/a', content)
    const hash = await hashOf(fsobject?.objid)
    await discard('/a')
    await sweepNow()
    await tables().deleteFrom('blobs').where('hash', '=', hash).execute()
    await tables()
      .insertInto('sweeping')
      .values({ hash, startedat: Date.now() - 2 * 3_600_000 })
      .execute()
    const upload = store.put('/b', content)
    await sweepNow()
    expect((await upload).status).toBe(200)
    expect(await store.text('/b')).toBe(content.toString())
  })

  it('that take hours to reach their place in the store are not swept on the way', async () => {
    const minute = 60_000
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const arrived = await node().receive(Readable.from([fresh()]))
    const leases = () =>
      tables().selectFrom('blobleases').select('expiresat').where('hash', '=', arrived.hash).execute()
    const left = async () => ((await leases())[0]?.expiresat ?? 0) - Date.now()
    const keep = async () => {
      await arrived.keep()
      for (let waited = 0; waited < 150; waited += 10) {
        await vi.advanceTimersByTimeAsync(10 * minute)
        await expect.poll(left).toBeGreaterThan(55 * minute)
      }
      await node().sweepUnused()
    }
    const { nsname } = store
    const namespace = await namespaceOf(app.platform.db.withTables<FileTables>(), nsname)
    const actor = { nsname, userid: 'mara', level: 'editor' as const }
    const place = { namespace, actor, parentid: namespace.rootid, name: 'a', conflict: 'refuse' as const }
    const content = { hash: arrived.hash, size: arrived.size, mediatype: 'text/plain' }
    await node().commit({ ...arrived, keep }, tx => putFile(tx, { ...place, content, action: 'file.upload' }))
    vi.useRealTimers()
    expect((await store.get('/a')).status).toBe(200)
    expect(await leases()).toEqual([])
  })

  it('count each file and version that refers to them', async () => {
    const content = fresh()
    await store.put('/a', content)
    await store.put('/a', fresh(), { conflict: 'replace' })
    await store.put('/a', content, { conflict: 'replace' })
    await sweepNow()
    const refs = await tables()
      .selectFrom('blobs')
      .innerJoin('entries', 'entries.blobhash', 'blobs.hash')
      .select('refs')
      .where('nsname', '=', store.nsname)
      .execute()
    expect(refs).toEqual([{ refs: 2 }])
  })
})
