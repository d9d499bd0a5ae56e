import { account } from '@plinth/account/account'
import { listDir } from '@plinth/contract/dirs'
import {
  createFilestore,
  deleteFilestore,
  filestoreToken,
  listDeletedFilestores,
  listFilestores,
  restoreFilestore,
} from '@plinth/contract/filestores'
import { signup } from '@plinth/contract/login'
import { namespaceUsage } from '@plinth/contract/namespaces'
import { createOrg, deleteOrg, listOrgs, restoreOrg } from '@plinth/contract/orgs'
import { createProject, deleteProject, listActivity, projectOverview, restoreProject } from '@plinth/contract/projects'
import { files } from '@plinth/files/files'
import { startTestApp } from '@plinth/platform/testing/app'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFilestores } from './testing/filestores.ts'

type App = Awaited<ReturnType<typeof startFilestores>>

let app: App
let orgid: string

beforeAll(async () => {
  app = await startFilestores()
  orgid = await app.scene.organisation()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const day = 24 * 3_600_000
const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const notThere = refused(404, 'NOT_FOUND')

const isKept = async ({ platform }: App, { orgid, projectid, fsid }: Store) => {
  const nsname = `${orgid}/${projectid}/${fsid}`
  const [answer] = await platform.callService('files')(namespaceUsage, { nsnames: [nsname] })
  return answer?.usages.length === 1
}

describe('a deleted filestore', () => {
  it('is not there for anybody, in the file service either, and its name is free', async () => {
    const { pia, mila } = app.scene
    const store = await app.filestore(await app.scene.project(orgid))
    const { token } = await app.tokenOf(mila, store)
    expect(await pia.ask(deleteFilestore, store)).toEqual([{}, null])
    await app.platform.jobs.idle()
    expect(await app.whatMay(token)).toBe('FILE_TOKEN_OTHER')
    expect(await mila.ask(filestoreToken, store)).toEqual(notThere)
    expect(await mila.ask(listFilestores, store)).toEqual([{ filestores: [], cursor: null }, null])
    expect(await mila.ask(listFilestores, { ...store, search: 'doc' })).toEqual([
      { filestores: [], cursor: null },
      null,
    ])
    expect(await pia.ask(deleteFilestore, store)).toEqual(notThere)
    await app.filestore(store)
  })

  it('comes back as it was, and under another name where its own is taken', async () => {
    const { pia, mila, anna } = app.scene
    const place = await app.scene.project(orgid)
    const store = await app.filestore(place)
    await pia.ask(deleteFilestore, store)
    const [deleted] = await anna.ask(listDeletedFilestores, place)
    expect(deleted?.filestores).toEqual([
      { fsid: store.fsid, fsname: 'Documents', deletedat: expect.any(Number), purgedat: expect.any(Number) },
    ])
    expect(await anna.ask(restoreFilestore, store)).toEqual([{ fsid: store.fsid, fsname: 'Documents' }, null])
    await app.platform.jobs.idle()
    expect(await app.whatMay((await app.tokenOf(mila, store)).token)).toBe('writes')
    expect(await anna.ask(restoreFilestore, store)).toEqual(notThere)

    await pia.ask(deleteFilestore, store)
    const second = await app.filestore(place)
    expect(await anna.ask(restoreFilestore, store)).toMatchObject([{ fsname: 'Documents (restored)' }, null])
    await pia.ask(deleteFilestore, second)
    await app.filestore(place)
    expect(await anna.ask(restoreFilestore, second)).toMatchObject([{ fsname: 'Documents (restored 2)' }, null])
  })

  it('is listed as long as it can be brought back', async () => {
    const { pia } = app.scene
    const store = await app.filestore(await app.scene.project(orgid))
    const listed = async () => (await pia.ask(listDeletedFilestores, store))[0]?.filestores.length
    await pia.ask(deleteFilestore, store)
    const { query } = app.platform.db.withTables<{ filestores: { fsid: string; deletedat: number } }>()
    const deletedBefore = (ms: number) =>
      query
        .updateTable('filestores')
        .set({ deletedat: Date.now() - ms })
        .where('fsid', '=', store.fsid)
        .execute()
    await deletedBefore(30 * day - 60_000)
    expect(await listed()).toBe(1)
    await deletedBefore(30 * day + 1)
    expect(await listed()).toBe(0)
    expect(await pia.ask(restoreFilestore, store)).toEqual(notThere)
  })

  it('ends up as it was said last, however fast that changed', async () => {
    const { pia, mila } = app.scene
    const store = await app.filestore(await app.scene.project(orgid))
    const { token } = await app.tokenOf(mila, store)
    for (let n = 0; n < 5; n++) {
      await pia.ask(deleteFilestore, store)
      await pia.ask(restoreFilestore, store)
    }
    await app.platform.jobs.idle()
    expect(await app.whatMay(token)).toBe('writes')
  })
})

describe('a deleted project or organisation', () => {
  it('closes its filestores in the file service, and opens them when it comes back', async () => {
    const { pia, olga, mila } = app.scene
    const organisation = await app.scene.organisation()
    const store = await app.filestore(await app.scene.project(organisation))
    const kept = await app.filestore(await app.scene.project(organisation))
    const [one, other] = [await app.tokenOf(mila, store), await app.tokenOf(mila, kept)]
    const whatTheyMay = async () => {
      await app.platform.jobs.idle()
      return [await app.whatMay(one.token), await app.whatMay(other.token)]
    }
    await pia.ask(deleteProject, store)
    expect(await whatTheyMay()).toEqual(['FILE_TOKEN_OTHER', 'writes'])
    await olga.ask(deleteOrg, { orgid: organisation })
    expect(await whatTheyMay()).toEqual(['FILE_TOKEN_OTHER', 'FILE_TOKEN_OTHER'])
    await olga.ask(restoreOrg, { orgid: organisation })
    expect(await whatTheyMay()).toEqual(['FILE_TOKEN_OTHER', 'writes'])
    await pia.ask(restoreProject, store)
    expect(await whatTheyMay()).toEqual(['writes', 'writes'])
  })
})

describe('after 30 days', () => {
  it('what was deleted is gone where the files are too, and the ids can be used anew', async () => {
    // An app that is born with this clock, which is then set forward.
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startFilestores()
    const { pia, olga, mila } = app.scene
    const [first, second] = [await app.scene.organisation(), await app.scene.organisation()]
    const place = await app.scene.project(first)
    const [single, kept] = [await app.filestore(place, 'Single'), await app.filestore(place, 'Kept')]
    const inProject = await app.filestore(await app.scene.project(first))
    const inOrg = await app.filestore(await app.scene.project(second))
    await pia.ask(deleteFilestore, single)
    await pia.ask(deleteProject, inProject)
    await pia.ask(deleteProject, inOrg)
    await olga.ask(deleteOrg, { orgid: second })
    const areKept = () => Promise.all([single, kept, inProject, inOrg].map(store => isKept(app, store)))

    vi.setSystemTime(Date.now() + 29 * day)
    await app.platform.jobs.idle()
    expect(await areKept()).toEqual([true, true, true, true])
    // Sessions end after 30 days without use.
    for (const { ask } of [olga, mila]) await ask(listOrgs, {})
    vi.setSystemTime(Date.now() + 2 * day)
    await app.platform.jobs.idle()
    expect(await areKept()).toEqual([false, true, false, false])

    await olga.ask(createOrg, { orgid: second, orgname: 'Again' })
    const again = { orgid: second, projectid: inOrg.projectid }
    await olga.ask(createProject, { ...again, projectname: 'Again' })
    const [made] = await olga.ask(createFilestore, { ...again, fsname: 'Documents' })
    const { token } = await app.tokenOf(olga, { ...again, fsid: made?.fsid ?? '' })
    expect(await app.whatMay(token)).toBe('writes')
    expect(await mila.ask(listFilestores, again)).toEqual(notThere)
    await app.close()
  })
})

describe('what a project holds', () => {
  const stored = async (app: App, place: { orgid: string; projectid: string }) => {
    const [overview] = await app.scene.olga.ask(projectOverview, place)
    return overview?.storedbytes
  }

  it('is what is in its filestores, until they are gone for good; a project made anew begins with nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startFilestores()
    const { olga, pia } = app.scene
    const place = await app.scene.project(await app.scene.organisation())
    const doomed = await app.scene.project(place.orgid)
    const [one, two, three] = [
      await app.filestore(place, 'One'),
      await app.filestore(place, 'Two'),
      await app.filestore(doomed, 'Three'),
    ]
    for (const store of [one, two, three]) {
      const { token } = await app.tokenOf(pia, store)
      await app.put(token, 'a.txt', 'twelve bytes')
      await app.put(token, 'b.txt', 'x'.repeat(100))
    }
    expect(await stored(app, place)).toBe(224)
    await pia.ask(deleteFilestore, one)
    await pia.ask(deleteProject, doomed)
    await app.platform.jobs.idle()
    expect(await stored(app, place)).toBe(224)
    vi.setSystemTime(Date.now() + 29 * day)
    await olga.ask(listOrgs, {})
    vi.setSystemTime(Date.now() + 2 * day)
    await app.platform.jobs.idle()
    expect(await stored(app, place)).toBe(112)
    await olga.ask(createProject, { ...doomed, projectname: 'Again' })
    await app.platform.jobs.idle()
    expect(await stored(app, doomed)).toBe(0)
    const [activity] = await olga.ask(listActivity, doomed)
    expect(activity?.activities.map(({ action }) => action)).toEqual(['project.create'])
    await app.close()
  })
})

/** Somebody with a project; whom to ask as changes with a restart. */
async function withProject(app: Awaited<ReturnType<typeof startTestApp>>) {
  const person = { userid: 'olga', name: 'Olga', email: 'olga@example.org', password: 'Passw0rd!' }
  const [signedIn] = await app.as()(signup, person)
  const olga = () => app.as(signedIn?.accesstoken)
  const place = { orgid: 'acme', projectid: 'site' }
  await olga()(createOrg, { orgid: 'acme', orgname: 'Acme' })
  await olga()(createProject, { ...place, projectname: 'Site' })
  return { olga, place }
}

describe('while the file service is away', () => {
  it('no filestore is made, nothing stays behind, and it goes on once it is back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const away = { PLINTH_SERVICES: 'account', PLINTH_FILES_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' }
    const app = await startTestApp([account, files], away)
    const { olga, place } = await withProject(app)
    for (let tries = 0; tries < 2; tries++) {
      expect(await olga()(createFilestore, { ...place, fsname: 'Files' })).toEqual(refused(503, 'UNAVAILABLE'))
    }
    expect(await olga()(listFilestores, place)).toEqual([{ filestores: [], cursor: null }, null])
    expect(await olga()(listDeletedFilestores, place)).toEqual([{ filestores: [], cursor: null }, null])

    await app.restart({ PLINTH_SERVICES: 'account,files' })
    vi.setSystemTime(Date.now() + day)
    await app.platform.jobs.idle()
    expect(await olga()(createFilestore, { ...place, fsname: 'Files' })).toMatchObject([{ fsname: 'Files' }, null])
    await app.close()
  })

  it.each([0, 24])('what is deleted is answered, and closed once it is back, after %i more tries', async attempts => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startTestApp([account, files], { LOG_LEVEL: 'silent' })
    const { olga, place } = await withProject(app)
    const [made] = await olga()(createFilestore, { ...place, fsname: 'Files' })
    const store = { ...place, fsid: made?.fsid ?? '' }
    const [granted] = await olga()(filestoreToken, store)
    const said = async () => (await app.as(granted?.token)(listDir, { path: '/' }))[1]?.errcode ?? 'let in'

    await app.restart({ PLINTH_SERVICES: 'account', PLINTH_FILES_URL: 'http://127.0.0.1:9' })
    expect(await olga()(deleteFilestore, store)).toEqual([{}, null])
    const { query } = app.platform.db.withTables<{ jobs: { kind: string; attempts: number } }>()
    await query.updateTable('jobs').set({ attempts }).where('kind', '=', 'filestores.suspend').execute()
    await app.restart({ PLINTH_SERVICES: 'account,files' })
    expect(await said()).toBe('let in')
    vi.setSystemTime(Date.now() + 60_000)
    await app.platform.jobs.idle()
    await expect.poll(said).toBe('FILE_TOKEN_OTHER')
    await app.close()
  })

  it('what a process left half made when it died is taken back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startFilestores()
    const store = await app.filestore(await app.scene.project(await app.scene.organisation()))
    // As it stands between the two steps of making it.
    const { query } = app.platform.db.withTables<{ filestores: { fsid: string; ready: number } }>()
    await query.updateTable('filestores').set({ ready: 0 }).where('fsid', '=', store.fsid).execute()
    expect(await app.scene.pia.ask(listFilestores, store)).toEqual([{ filestores: [], cursor: null }, null])
    expect(await isKept(app, store)).toBe(true)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    await app.platform.jobs.idle()
    expect(await isKept(app, store)).toBe(false)
    await app.filestore(store)
    await app.close()
  })
})
