import { copyDir, jobInfo, moveDir } from '@plinth/contract/dirs'
import { deleteFile, moveFile } from '@plinth/contract/files'
import { restoreTrash } from '@plinth/contract/trash'
import type { Tx } from '@plinth/platform/database/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileTables } from '../tables.ts'
import { addMany } from '../testing/many.ts'
import { type Store, startFiles } from '../testing/stores.ts'
import { addFolder } from './adding.service.ts'
import { namespaceOf } from './entries.service.ts'

let app: Awaited<ReturnType<typeof startFiles>>
let store: Store
beforeAll(async () => {
  app = await startFiles()
  // PostgreSQL reads a small table as a whole, and then sees that two were in each other's way. In a large one it does not.
  await addMany(app, await app.store(), { files: 5_000 })
  await sql`analyze`.execute(app.platform.db.query)
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.store()
})

/** Somebody makes a folder at the top. The work finds the name free, and does not get it. */
async function whileTaken<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { nsname } = store
  const tables = app.platform.db.withTables<FileTables>()
  const { rootid: parentid } = await namespaceOf(tables, nsname)
  const begun = Promise.withResolvers<void>()
  const working = begun.promise.then(work)
  await tables.transaction(async tx => {
    await addFolder(tx, { nsname, userid: 'nils' }, { parentid, name, conflict: 'refuse' })
    begun.resolve()
    if (tx.engine === 'postgres') await expect.poll(() => isWaitedFor(tx)).toBe(true)
  })
  return working
}

async function isWaitedFor({ query }: Tx<FileTables>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks
    where locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid and not granted`.execute(query)
  return rows.length > 0
}

describe('a name that somebody else takes at the same moment', () => {
  it('is not the end of a copy that took hours', async () => {
    await store.mkdir('/A')
    await store.put('/A/1', 'x')
    const copy = { srcdirpath: '/A', dstdirpath: '/Copy', conflict: 'keepboth' as const }
    const [job] = await whileTaken('Copy', () => store.ask(copyDir, copy))
    await app.platform.jobs.idle()
    expect((await store.ask(jobInfo, { jobid: job?.jobid ?? '' }))[0]).toMatchObject({ state: 'done', copied: 1 })
    expect(await store.names('/Copy (2)')).toEqual(['1'])
  })

  it('is not the one that something comes back under from the trash', async () => {
    await store.put('/plan', 'x')
    const [gone] = await store.ask(deleteFile, { filepath: '/plan' })
    const objectid = gone?.objid ?? ''
    expect((await whileTaken('plan', () => store.ask(restoreTrash, { objectid })))[0]?.path).toBe('/plan (restored)')
  })

  it('gets a number where both are to be kept, and the other makes way where it is to be replaced', async () => {
    await store.mkdir('/A')
    await store.put('/1', 'x')
    const both = { srcfilepath: '/1', dstfilepath: '/Both', conflict: 'keepboth' as const }
    expect((await whileTaken('Both', () => store.ask(moveFile, both)))[0]?.fsobject.objname).toBe('Both (2)')
    const instead = { srcdirpath: '/A', dstdirpath: '/Instead', conflict: 'replace' as const }
    expect((await whileTaken('Instead', () => store.ask(moveDir, instead)))[0]?.fsobject.objname).toBe('Instead')
    expect(await store.names('/')).toEqual(['Both', 'Instead', 'Both (2)'])
  })

  it('is refused where nothing else was said', async () => {
    await store.put('/1', 'x')
    const move = { srcfilepath: '/1', dstfilepath: '/Taken' }
    expect((await whileTaken('Taken', () => store.ask(moveFile, move)))[1]?.errcode).toBe('NAME_TAKEN')
  })
})
