import { cancelJob, copyDir, deleteDir, dirInfo } from '@plinth/contract/dirs'
import { deleteFile, searchFiles, usage } from '@plinth/contract/files'
import { deleteNamespace, namespaceUsage } from '@plinth/contract/namespaces'
import { deleteTrash, emptyTrash, listTrash, restoreTrash } from '@plinth/contract/trash'
import { mostVersions } from '@plinth/contract/versions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeJob } from '../namespaces/namespaces.service.ts'
import type { FileTables } from '../tables.ts'
import { addMany } from '../testing/many.ts'
import { type Store, startFiles } from '../testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
})

async function trash({ ask } = store) {
  const [data, error] = await ask(listTrash, {})
  if (error) throw new Error(error.msg)
  return data.fsobjects
}

async function remove(path: string, isFolder = false): Promise<string> {
  const [data, error] = isFolder
    ? await store.ask(deleteDir, { dirpath: path })
    : await store.ask(deleteFile, { filepath: path })
  if (error) throw new Error(error.msg)
  return data.objid
}

const used = async () => (await store.ask(usage, {}))[0]?.used

describe('what is deleted', () => {
  it('is in the trash, with where it was and until when', async () => {
    await store.mkdir('/A')
    await store.put('/A/plan.txt', 'plan')
    const before = Date.now()
    const objid = await remove('/A/plan.txt')
    const [item, ...others] = await trash()
    expect(others).toEqual([])
    expect(item).toMatchObject({ objid, objname: 'plan.txt', size: 4, trashedby: 'mara', trashedfrom: '/A' })
    expect(item?.trashedat).toBeGreaterThanOrEqual(before)
    expect((item?.purgedat ?? 0) - (item?.trashedat ?? 0)).toBe(30 * 24 * 3_600_000)
    expect((await store.get('/A/plan.txt')).status).toBe(404)
    expect(await used()).toBe(4)
  })

  it('comes back to where it was', async () => {
    await store.mkdir('/A')
    await store.mkdir('/A/B')
    await store.put('/A/B/plan.txt', 'plan')
    const folder = await remove('/A/B', true)
    const [data] = await store.ask(restoreTrash, { objectid: folder })
    expect(data?.path).toBe('/A/B')
    expect(await store.text('/A/B/plan.txt')).toBe('plan')
    expect(await trash()).toEqual([])
  })

  it('comes back beside what has its name now', async () => {
    await store.put('/plan.txt', 'old')
    const objid = await remove('/plan.txt')
    await store.put('/plan.txt', 'new')
    const [data] = await store.ask(restoreTrash, { objectid: objid })
    expect(data).toMatchObject({ path: '/plan (restored).txt', fsobject: { objid, objname: 'plan (restored).txt' } })
    expect([await store.text('/plan.txt'), await store.text('/plan (restored).txt')]).toEqual(['new', 'old'])
  })

  it('comes back to the nearest folder that is left', async () => {
    for (const path of ['/A', '/A/B', '/A/B/C']) await store.mkdir(path)
    await store.put('/A/B/C/plan', 'x')
    const file = await remove('/A/B/C/plan')
    const folder = await remove('/A/B', true)
    const [data] = await store.ask(restoreTrash, { objectid: file })
    expect(data?.path).toBe('/A/plan')
    await store.ask(deleteTrash, { objectid: folder })
    const again = await remove('/A/plan')
    await remove('/A', true)
    await (await store.as('admin'))(listTrash, {})
    const [top] = await store.ask(restoreTrash, { objectid: again })
    expect(top?.path).toBe('/plan')
  })

  it('can be deleted twice under one name, and again by itself from within', async () => {
    await store.put('/a', '1')
    await remove('/a')
    await store.put('/a', '2')
    await remove('/a')
    expect((await trash()).map(({ objname }) => objname)).toEqual(['a', 'a'])
  })

  it('is gone for good at once where asked, and its room is free a little later', async () => {
    await store.put('/a', 'aaaa')
    await store.put('/b', 'bbbbbb')
    const objid = await remove('/a')
    await remove('/b')
    expect((await store.ask(deleteTrash, { objectid: objid }))[1]).toBeNull()
    expect((await trash()).map(({ objname }) => objname)).toEqual(['b'])
    expect((await store.ask(restoreTrash, { objectid: objid }))[1]?.errcode).toBe('NOT_FOUND')
    await app.platform.jobs.idle()
    expect(await used()).toBe(6)
  })

  it('is emptied by an admin, with folders of folders', async () => {
    for (const path of ['/A', '/A/B', '/A/B/C', '/D']) await store.mkdir(path)
    for (const path of ['/A/1', '/A/B/2', '/A/B/C/3', '/D/4']) await store.put(path, 'x'.repeat(20_000))
    await remove('/A', true)
    const [, refused] = await store.ask(emptyTrash, {})
    expect(refused?.errcode).toBe('FILE_LEVEL')
    const admin = await store.as('admin')
    expect((await admin(emptyTrash, {}))[1]).toBeNull()
    expect(await trash()).toEqual([])
    await remove('/D/4')
    await app.platform.jobs.idle()
    expect((await trash()).map(({ objname }) => objname)).toEqual(['4'])
    await expect.poll(used).toBe(20_000)
    await expect
      .poll(async () => (await store.ask(usage, {}))[0])
      .toMatchObject({ bytes: 0, trashbytes: 20_000, trashfilecount: 1 })
  })

  it('of another filestore is not there', async () => {
    await store.put('/a', 'x')
    const objid = await remove('/a')
    const other = await app.store()
    expect(await trash(other)).toEqual([])
    expect((await other.ask(restoreTrash, { objectid: objid }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await other.ask(deleteTrash, { objectid: objid }))[1]?.errcode).toBe('NOT_FOUND')
  })

  it('is listed 50 a page', async () => {
    for (let n = 0; n < 60; n++) {
      await store.put(`/f${n}`, '')
      await remove(`/f${n}`)
    }
    const [first] = await store.ask(listTrash, {})
    const [second] = await store.ask(listTrash, { cursor: first?.cursor ?? '' })
    expect([first?.fsobjects.length, second?.fsobjects.length, second?.cursor]).toEqual([50, 10, null])
    expect(first?.fsobjects[0]?.objname).toBe('f59')
  })

  it('restored by two at once is there once', async () => {
    await store.put('/a', 'x')
    const objectid = await remove('/a')
    const answers = await Promise.all([1, 2, 3].map(() => store.ask(restoreTrash, { objectid })))
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(await store.names('/')).toEqual(['a'])
  })
})

describe('after 30 days', () => {
  const tables = () => app.platform.db.withTables<FileTables>()

  /** As if it had been deleted so many days ago. */
  async function backdate(objid: string, days: number) {
    const trashedat = Date.now() - days * 24 * 3_600_000
    await tables().query.updateTable('entries').set({ trashedat }).where('objid', '=', objid).execute()
  }

  const purge = () => app.platform.db.transaction(tx => app.platform.jobs.enqueue(tx, purgeJob, {}))

  async function filesIn(folderid: string): Promise<number> {
    const files = tables().query.selectFrom('entries').select('objid').where('parentid', '=', folderid)
    return (await files.execute()).length
  }

  it('it is gone for good, and what is younger is not', async () => {
    await store.mkdir('/A')
    for (const path of ['/A/1', '/old', '/young']) await store.put(path, 'x')
    const gone = [await remove('/A', true), await remove('/old')]
    const young = await remove('/young')
    for (const objid of gone) await backdate(objid, 31)
    await backdate(young, 29)
    await purge()
    await app.platform.jobs.idle()
    expect((await trash()).map(({ objid }) => objid)).toEqual([young])
    for (const objectid of gone) expect((await store.ask(restoreTrash, { objectid }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await store.ask(restoreTrash, { objectid: young }))[1]).toBeNull()
    expect(await store.text('/young')).toBe('x')
    await expect.poll(used).toBe(1)
  })

  it('nothing can be had back that is already being removed: it would lose its files', async () => {
    const files = 1_200
    const parentid = await store.mkdir('/A')
    await addMany(app, store, { files, parentid })
    const objectid = await remove('/A', true)
    await backdate(objectid, 31)
    await purge()
    await expect.poll(() => filesIn(objectid), { interval: 1 }).toBeLessThan(files)
    expect((await store.ask(restoreTrash, { objectid }))[1]?.errcode).toBe('NOT_FOUND')
    expect(await trash()).toEqual([])
    await expect.poll(() => filesIn(objectid)).toBe(0)
  })

  it('what is had back in time keeps its files', async () => {
    const parentid = await store.mkdir('/A')
    await addMany(app, store, { files: 600, parentid })
    const objectid = await remove('/A', true)
    await backdate(objectid, 31)
    const [[restored]] = await Promise.all([store.ask(restoreTrash, { objectid }), purge()])
    await app.platform.jobs.idle()
    await expect.poll(() => filesIn(objectid)).toBe(restored ? 600 : 0)
    expect(await store.names('/')).toEqual(restored ? ['A'] : [])
  })
})

describe('what is emptied', () => {
  const tables = () => app.platform.db.withTables<FileTables>()
  const entriesOf = async ({ nsname }: Store) =>
    (await tables().query.selectFrom('entries').select('objid').where('nsname', '=', nsname).execute()).length

  it('goes however many versions there are of each file', async () => {
    const parentid = await store.mkdir('/A')
    await addMany(app, store, { files: 400, parentid })
    // By calls these would take minutes.
    const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(mostVersions)})`
    const each = sql`from entries cross join numbers where parentid = ${parentid}`
    const hash = sql`objid || '-' || cast(n as ctext)`
    await sql`insert into blobs (hash, size, refs, inline, zerosince)
      ${numbers} select ${hash}, 1, 1, 1, null ${each}`.execute(tables().query)
    await sql`insert into versions (objid, versionno, blobhash, size, mediatype, createdat, createdby)
      ${numbers} select objid, n, ${hash}, 1, 'text/plain', 0, 'mara' ${each}`.execute(tables().query)
    const before = await entriesOf(store)
    await remove('/A', true)
    await (await store.as('admin'))(emptyTrash, {})
    await app.platform.jobs.idle()
    expect(await entriesOf(store)).toBe(before - 401)
  })

  it('goes in the end, however often that has failed', async () => {
    const jobs = app.platform.db.withTables<{ jobs: { kind: string; attempts: number; dueat: number } }>().query
    const due = (attempts: number) =>
      jobs
        .updateTable('jobs')
        .set({ attempts, dueat: 0 })
        .where('kind', '=', purgeJob)
        .where('attempts', '>', 0)
        .execute()
    await store.put('/a', 'aaaa')
    const objid = await remove('/a')
    // Whatever refers to it cannot be without it.
    await sql`create table holders (objid ctext references entries (objid))`.execute(jobs)
    await sql`insert into holders (objid) values (${objid})`.execute(jobs)
    await (await store.as('admin'))(emptyTrash, {})
    await app.platform.jobs.idle()
    await due(23)
    await app.platform.jobs.idle()
    expect(await used()).toBe(4)
    await sql`drop table holders`.execute(jobs)
    await due(24)
    await app.platform.jobs.idle()
    expect(await used()).toBe(0)
  })

  it('gives its room back while others copy, however much that is', async () => {
    const other = await app.store()
    await addMany(app, other, { files: 20_000, parentid: await other.mkdir('/Many') })
    const jobids: string[] = []
    for (const dstdirpath of ['/Copy 1', '/Copy 2']) {
      const [copy] = await other.ask(copyDir, { srcdirpath: '/Many', dstdirpath })
      jobids.push(copy?.jobid ?? '')
    }
    await store.put('/a', 'aaaa')
    await remove('/a')
    await (await store.as('admin'))(emptyTrash, {})
    await expect.poll(() => used()).toBe(0)
    const ended = await Promise.all(jobids.map(jobid => other.ask(cancelJob, { jobid })))
    expect(ended.map(([job]) => job?.state)).toEqual(['cancelled', 'cancelled'])
  })

  it('gives its room back before the filestores that others have deleted are gone', async () => {
    const other = await app.store()
    // So many that they are not gone before anybody looks: PostgreSQL removes them beside this process.
    await addMany(app, other, { files: app.platform.db.engine === 'postgres' ? 25_000 : 10_000 })
    await store.put('/a', 'aaaa')
    await remove('/a')
    await app.platform.callService('files')(deleteNamespace, { nsname: other.nsname })
    await (await store.as('admin'))(emptyTrash, {})
    await expect.poll(used).toBe(0)
    expect(await entriesOf(other)).toBeGreaterThan(0)
    await app.platform.jobs.idle()
    expect(await entriesOf(other)).toBe(0)
  })
})

describe('a namespace', () => {
  it('that is deleted closes at once and is removed', async () => {
    await store.mkdir('/A')
    await store.mkdir('/A/B')
    await store.put('/A/B/f', 'x'.repeat(30_000))
    await store.put('/g', 'y')
    await remove('/g')
    const ask = app.platform.callService('files')
    const { nsname } = store
    expect((await ask(namespaceUsage, { nsnames: [nsname] }))[0]?.usages).toEqual([
      { nsname, used: 30_001, quota: null },
    ])
    expect((await ask(deleteNamespace, { nsname }))[1]).toBeNull()
    expect((await store.ask(searchFiles, { search: 'f' }))[1]?.errcode).toBe('FILE_TOKEN_OTHER')
    expect((await ask(deleteNamespace, { nsname }))[1]?.errcode).toBe('NOT_FOUND')
    await app.platform.jobs.idle()
    const { query } = app.platform.db.withTables<{ entries: { nsname: string }; namespaces: { nsname: string } }>()
    for (const table of ['entries', 'namespaces'] as const) {
      expect(await query.selectFrom(table).select('nsname').where('nsname', '=', nsname).execute()).toEqual([])
    }
  })
})

describe('sizes', () => {
  it('of folders follow what happens below them', async () => {
    const top = await store.mkdir('/A')
    await store.mkdir('/A/B')
    await store.mkdir('/C')
    await store.put('/A/B/1', 'x'.repeat(10))
    await store.put('/A/2', 'x'.repeat(5))
    const sizeOf = async (objectid: string) => {
      const [info] = await store.ask(dirInfo, { objectid })
      return [info?.size, info?.filecount]
    }
    await expect.poll(() => sizeOf(top)).toEqual([15, 2])
    await store.put('/A/2', 'x'.repeat(8), { conflict: 'replace' })
    await expect.poll(() => sizeOf(top)).toEqual([18, 2])
    const inner = await remove('/A/B', true)
    await expect.poll(() => sizeOf(top)).toEqual([8, 1])
    await store.ask(restoreTrash, { objectid: inner })
    await expect.poll(() => sizeOf(top)).toEqual([18, 2])
  })
})
