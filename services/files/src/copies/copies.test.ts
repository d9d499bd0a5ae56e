import { createClient } from '@plinth/contract/client'
import { cancelJob, copyDir, deleteDir, jobInfo, moveDir } from '@plinth/contract/dirs'
import { errors } from '@plinth/contract/errors'
import { usage } from '@plinth/contract/files'
import { setNamespaceQuota } from '@plinth/contract/namespaces'
import { deleteTrash } from '@plinth/contract/trash'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

async function start(srcdirpath: string, dstdirpath: string, conflict?: 'keepboth'): Promise<string> {
  const [data, error] = await store.ask(copyDir, { srcdirpath, dstdirpath, ...(conflict ? { conflict } : {}) })
  if (error) throw new Error(error.errcode)
  return data.jobid
}

const info = async (jobid: string) => (await store.ask(jobInfo, { jobid }))[0]

async function tree() {
  for (const path of ['/A', '/A/B', '/A/B/C', '/A/empty']) await store.mkdir(path)
  for (const path of ['/A/1', '/A/B/2', '/A/B/C/3']) await store.put(path, path.repeat(5_000))
}

/** Of others; answers how many there were. */
async function endTransactions(): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(
    app.platform.db.query,
  )
  return rows.length
}

describe('the copy of a folder', () => {
  it('holds all that the folder holds', async () => {
    await tree()
    const jobid = await start('/A', '/Copy')
    await app.platform.jobs.idle()
    expect(await info(jobid)).toMatchObject({ state: 'done', copied: 3, total: 3 })
    expect(await store.names('/Copy')).toEqual(['B', 'empty', '1'])
    expect(await store.text('/Copy/B/C/3')).toBe('/A/B/C/3'.repeat(5_000))
    await store.put('/Copy/1', 'changed', { conflict: 'replace' })
    expect(await store.text('/A/1')).toBe('/A/1'.repeat(5_000))
  })

  it('can be made inside the folder itself, and does not hold itself', async () => {
    await tree()
    await start('/A', '/A/B/Copy')
    await app.platform.jobs.idle()
    expect(await store.names('/A/B/Copy/B')).toEqual(['C', '2'])
  })

  it('of more entries than one step takes is complete', async () => {
    await store.mkdir('/A')
    await Promise.all(Array.from({ length: 230 }, (_, n) => store.put(`/A/${n}`, `content ${n % 7}`)))
    const jobid = await start('/A', '/Copy')
    await app.platform.jobs.idle()
    expect(await info(jobid)).toMatchObject({ state: 'done', copied: 230 })
    expect(await store.text('/Copy/229')).toBe('content 5')
    await expect.poll(async () => (await store.ask(usage, {}))[0]).toMatchObject({ filecount: 460, used: 2 * 230 * 9 })
  })

  it('refuses a taken name, and stands beside one that was taken meanwhile', async () => {
    await tree()
    await store.mkdir('/Copy')
    await expect(start('/A', '/Copy')).rejects.toThrow('NAME_TAKEN')
    await start('/A', '/Copy', 'keepboth')
    await app.platform.jobs.idle()
    expect(await store.names('/')).toEqual(['A', 'Copy', 'Copy (2)'])
  })

  it('refuses what is not there', async () => {
    await expect(start('/nowhere', '/Copy')).rejects.toThrow('NOT_FOUND')
    await store.mkdir('/A')
    await expect(start('/A', '/nowhere/Copy')).rejects.toThrow('NOT_FOUND')
    await expect(start('/A', '/')).rejects.toThrow('TOP_FOLDER')
    expect((await store.ask(jobInfo, { jobid: 'nothing' }))[1]?.errcode).toBe('NOT_FOUND')
  })

  it('is not for others to see', async () => {
    await tree()
    const jobid = await start('/A', '/Copy')
    const other = await app.store()
    expect((await other.ask(jobInfo, { jobid }))[1]?.errcode).toBe('NOT_FOUND')
    expect((await other.ask(cancelJob, { jobid }))[1]?.errcode).toBe('NOT_FOUND')
  })

  it('that is cancelled leaves nothing', async () => {
    await store.mkdir('/A')
    for (let n = 0; n < 210; n++) await store.put(`/A/${n}`, 'x')
    const jobid = await start('/A', '/Copy')
    const [cancelled] = await store.ask(cancelJob, { jobid })
    await app.platform.jobs.idle()
    if (cancelled?.state === 'done') return
    expect(await info(jobid)).toMatchObject({ state: 'cancelled', objid: null })
    expect(await store.names('/')).toEqual(['A'])
    await expect.poll(async () => (await store.ask(usage, {}))[0]).toMatchObject({ used: 210, trashbytes: 0 })
  })

  it('that is done stays when it is cancelled too late', async () => {
    await tree()
    const jobid = await start('/A', '/Copy')
    await app.platform.jobs.idle()
    expect((await store.ask(cancelJob, { jobid }))[0]?.state).toBe('done')
    expect(await store.names('/Copy')).toHaveLength(3)
  })

  it('does not begin where it would not fit', async () => {
    const small = await app.store({ quota: 1_500 })
    await small.mkdir('/A')
    await small.put('/A/1', 'x'.repeat(1_000))
    const [, error] = await small.ask(copyDir, { srcdirpath: '/A', dstdirpath: '/Copy' })
    expect(error?.errcode).toBe('QUOTA_FULL')
  })

  it('that no longer fits once it is under way says why, and leaves nothing', async () => {
    await addMany(app, store, { files: 2_000, parentid: await store.mkdir('/Large') })
    const jobid = await start('/Large', '/Copy')
    await app.platform.callService('files')(setNamespaceQuota, { nsname: store.nsname, quota: 1 })
    await expect
      .poll(() => info(jobid))
      .toMatchObject({ state: 'failed', reason: expect.stringContaining('not enough room') })
    expect(await store.names('/')).toEqual(['Large'])
  })

  it('goes on when the database has ended its connection meanwhile', async () => {
    // SQLite has none that could end.
    if (app.platform.db.engine === 'sqlite') return
    await addMany(app, store, { files: 5_000, parentid: await store.mkdir('/Large') })
    const jobid = await start('/Large', '/Copy')
    await expect.poll(async () => (await info(jobid))?.copied).toBeGreaterThan(0)
    await expect.poll(endTransactions).toBeGreaterThan(0)
    await expect.poll(() => info(jobid)).toMatchObject({ state: 'done', copied: 5_000 })
  })

  it('of what is in the trash by now is complete', async () => {
    await addMany(app, store, { files: 1_000, parentid: await store.mkdir('/Large') })
    const jobid = await start('/Large', '/Copy')
    await store.ask(deleteDir, { dirpath: '/Large' })
    await app.platform.jobs.idle()
    expect(await info(jobid)).toMatchObject({ state: 'done', copied: 1_000 })
  })

  it('of what is removed for good meanwhile fails, and leaves nothing', async () => {
    await addMany(app, store, { files: 5_000, parentid: await store.mkdir('/Large') })
    const jobid = await start('/Large', '/Copy')
    const [gone] = await store.ask(deleteDir, { dirpath: '/Large' })
    await store.ask(deleteTrash, { objectid: gone?.objid ?? '' })
    await app.platform.jobs.idle()
    const ended = await info(jobid)
    // On a busy machine all of it may have been copied before.
    if (ended?.state === 'done') return expect(ended.copied).toBe(5_000)
    expect(ended).toMatchObject({ state: 'failed', objid: null, reason: errors.NOT_FOUND[1] })
    expect(await store.names('/')).toEqual([])
  })

  it('goes to the top where its folder was deleted or moved away meanwhile', async () => {
    await tree()
    await store.mkdir('/To')
    await start('/A', '/To/Copy')
    await store.ask(moveDir, { srcdirpath: '/To', dstdirpath: '/Elsewhere' })
    await app.platform.jobs.idle()
    expect(await store.names('/Elsewhere')).toEqual(['Copy'])
  })
})

it('goes on with a copy where it was after a restart', async () => {
  const other = await startFiles()
  const mine = await other.store()
  await mine.mkdir('/A')
  for (let n = 0; n < 210; n++) await mine.put(`/A/${n}`, `${n}`)
  const [started] = await mine.ask(copyDir, { srcdirpath: '/A', dstdirpath: '/Copy' })
  await other.app.restart()
  const ask = createClient({ origin: other.app.url, token: () => mine.bearer })
  const jobid = started?.jobid ?? ''
  await expect.poll(async () => (await ask(jobInfo, { jobid }))[0]).toMatchObject({ state: 'done', copied: 210 })
  await other.app.close()
})

describe('a copy whose job fails for a day', () => {
  type JobTables = { jobs: { kind: string; attempts: number; dueat: number; lasterror: string | null } }
  const jobs = () => app.platform.db.withTables<JobTables>().query
  /** Of one that has failed and waits: while it runs it is put off for longer. */
  const makeLast = () =>
    jobs()
      .updateTable('jobs')
      .set({ attempts: 24, dueat: 0 })
      .where('kind', '=', 'files.copy')
      .where('lasterror', 'is not', null)
      .where('dueat', '<', Date.now() + 30_000)
      .returning('attempts')
      .execute()
  const unhappy = 'z cannot be copied'

  beforeEach(async () => {
    await store.mkdir('/A')
    await Promise.all(Array.from({ length: 210 }, (_, n) => store.put(`/A/${n}`, 'x')))
    await store.put(`/A/${unhappy}`, 'x')
    await sql`create unique index uncopied on entries (name) where name = ${sql.lit(unhappy)}`.execute(jobs())
  })
  afterEach(async () => {
    await sql`drop index uncopied`.execute(jobs())
  })

  it('says that it failed, and leaves nothing', async () => {
    const jobid = await start('/A', '/Copy')
    await expect.poll(() => info(jobid)).toMatchObject({ state: 'running', copied: 200 })
    await expect.poll(makeLast).toHaveLength(1)
    await app.platform.jobs.idle()
    expect(await info(jobid)).toMatchObject({
      ...{ state: 'failed', objid: null, reason: 'Something went wrong on server side' },
    })
    expect(await store.names('/')).toEqual(['A'])
    await expect.poll(async () => (await store.ask(usage, {}))[0]).toMatchObject({ used: 211, trashbytes: 0 })
    const rest = sql<{ n: number }>`select count(*) as n from copyfolders where jobid = ${jobid}`.execute(jobs())
    expect(Number((await rest).rows[0]?.n)).toBe(0)
  })
})
