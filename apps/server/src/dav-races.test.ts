import { once } from 'node:events'
import { request } from 'node:http'
import { createClient } from '@plinth/contract/client'
import { setFilestoreQuota } from '@plinth/contract/filestores'
import { emptyTrash, listTrash } from '@plinth/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Mounted, startDav } from './testing/dav.ts'
import type { Store } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startDav>>
let store: Store
let mila: Mounted

beforeAll(async () => {
  app = await startDav()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.newStore()
  mila = await app.mount(app.scene.mila, store)
})

interface Tables {
  entries: { nsname: string; name: string; trashedat: number }
  pg_stat_activity: { datname: string; wait_event_type: string }
}

const query = () => app.platform.db.withTables<Tables>().query

/** The same files as an admin sees them in the web app. */
async function inTheApp() {
  const { token } = await app.tokenOf(app.scene.pia, store)
  return createClient({ origin: app.url, token: () => token })
}

it('a quota that is set while a file is on its way holds for it', async () => {
  const headers = { authorization: mila.authorization, expect: '100-continue', 'content-length': '100000' }
  const outgoing = request(app.url + mila.at('/slow.bin'), { method: 'PUT', headers })
  const answer = once(outgoing, 'response')
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  await app.scene.pia.ask(setFilestoreQuota, { ...store, quota: 50_000 })
  outgoing.end('x'.repeat(100_000))
  const [response] = await answer
  expect(response.resume().statusCode).toBe(507)
  expect(await mila.list('/')).toEqual([])
  expect(await mila.put('/small.bin', 'x')).toBe(201)
})

it.each(['DELETE', 'MOVE'])('%s loses nothing to a trash that is emptied at the same moment', async method => {
  // On SQLite nothing comes in between.
  if (app.platform.db.engine === 'sqlite') return
  const nsname = `${store.orgid}/${store.projectid}/${store.fsid}`
  for (const path of ['/a.txt', '/b.txt', '/old.txt']) await mila.put(path, path)
  await mila.delete('/old.txt')
  // As if by a node whose clock is fast.
  const trashedat = Date.now() + 60_000
  await query()
    .updateTable('entries')
    .set({ trashedat })
    .where('nsname', '=', nsname)
    .where('name', '=', 'old.txt')
    .execute()

  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = app.platform.db.transaction(async tx => {
    await tx
      .withTables<Tables>()
      .query.selectFrom('entries')
      .select('name')
      .where('nsname', '=', nsname)
      .where('name', '=', 'a.txt')
      .forUpdate()
      .execute()
    held.resolve()
    await over.promise
  })
  await held.promise
  const headers = { destination: app.url + mila.at('/a.txt') }
  const answer = method === 'DELETE' ? mila.go(method, '/a.txt') : mila.go(method, '/b.txt', { headers })
  await expect.poll(waiting).toBeGreaterThan(0)
  const ask = await inTheApp()
  expect((await ask(emptyTrash, {}))[1]).toBeNull()
  over.resolve()
  await holding
  expect((await answer).status).toBe(204)
  expect((await ask(listTrash, {}))[0]?.fsobjects.map(({ objname }) => objname)).toEqual(['a.txt'])
})

/** How many wait for what others hold. */
async function waiting(): Promise<number> {
  const here = query()
    .selectFrom('pg_stat_activity')
    .select('datname')
    .where(({ eb, fn }) => eb('datname', '=', fn<string>('current_database')))
  return (await here.where('wait_event_type', '=', 'Lock').execute()).length
}

it('of many who make one folder at the same moment, the others hear that it is there, and not that there is no place for it', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => mila.go('MKCOL', '/Photos')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 405, 405, 405, 405, 405])
})
