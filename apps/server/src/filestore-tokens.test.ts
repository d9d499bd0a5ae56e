import { createAccessToken } from '@plinth/contract/access-tokens'
import {
  deleteFilestore,
  filestoreToken,
  listFilestoreAccess,
  listFilestores,
  restoreFilestore,
  setFilestoreAccess,
} from '@plinth/contract/filestores'
import { removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { deleteOrg, leaveOrg, transferOrg } from '@plinth/contract/orgs'
import type { FileLevel } from '@plinth/contract/permissions'
import { addProjectUser, leaveProject, removeProjectUser, replaceProjectRoles } from '@plinth/contract/project-users'
import { deleteProject, restoreProject } from '@plinth/contract/projects'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Store, startFilestores } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startFilestores>>
let orgid: string

beforeAll(async () => {
  app = await startFilestores()
  orgid = await app.scene.organisation()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const notThere = refused(404, 'NOT_FOUND')

const newStore = async (organisation = orgid) => app.filestore(await app.scene.project(organisation))
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const setLevel = (store: Store, userid: string, level: FileLevel | null) =>
  app.scene.pia.ask(setFilestoreAccess, { ...store, userid, level })

describe('a token', () => {
  it('says the filestore, the caller and the level, for 15 minutes', async () => {
    const store = await newStore()
    const { token, level, expiresat } = await app.tokenOf(app.scene.mila, store)
    expect(level).toBe('editor')
    expect(expiresat - Date.now()).toBeGreaterThan(14 * 60_000)
    expect(expiresat - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    expect(claimsOf(token)).toMatchObject({
      ns: `${store.orgid}/${store.projectid}/${store.fsid}`,
      sub: 'mila',
      level: 'editor',
      exp: expiresat / 1000,
    })
  })

  it('lets each role do in the file service what its level allows', async () => {
    const { pia, anna, mila, vito, olga, adam } = app.scene
    const store = await newStore()
    for (const [person, level, may] of [
      [pia, 'admin', 'writes'],
      [anna, 'admin', 'writes'],
      [olga, 'admin', 'writes'],
      [adam, 'admin', 'writes'],
      [mila, 'editor', 'writes'],
      [vito, 'viewer', 'reads'],
    ] as const) {
      const granted = await app.tokenOf(person, store)
      expect([person.userid, granted.level]).toEqual([person.userid, level])
      expect(await app.whatMay(granted.token)).toBe(may)
    }
  })

  it('of one filestore does not open another', async () => {
    const { project } = app.scene
    const place = await project(orgid)
    const [one, other] = [await app.filestore(place, 'One'), await app.filestore(place, 'Other')]
    const [head, , signature] = (await app.tokenOf(app.scene.pia, one)).token.split('.')
    const [, claims] = (await app.tokenOf(app.scene.pia, other)).token.split('.')
    expect(await app.whatMay(`${head}.${claims}.${signature}`)).toBe('FILE_TOKEN_INVALID')
  })

  it('asked for with an access token that may only read does no more than that', async () => {
    const { pia } = app.scene
    const store = await newStore()
    const script = async (scope: 'read' | 'write') => {
      const [made] = await pia.ask(createAccessToken, { name: scope, scope, days: 30 })
      return app.tokenOf({ ask: app.as(made?.token) }, store)
    }
    expect(await app.whatMay((await script('read')).token)).toBe('reads')
    expect(await script('write')).toMatchObject({ level: 'admin' })
  })
})

describe('a level set by hand', () => {
  it('replaces what the role gives to a member or viewer, and can be taken back', async () => {
    const { mila, vito, pia } = app.scene
    const place = await app.scene.project(orgid)
    const [store, other] = [await app.filestore(place, 'One'), await app.filestore(place, 'Other')]
    expect(await setLevel(store, 'mila', 'viewer')).toEqual([
      { userid: 'mila', name: 'mila Lind', level: 'viewer', isdefault: false },
      null,
    ])
    await setLevel(store, 'vito', 'admin')
    expect(await app.whatMay((await app.tokenOf(mila, store)).token)).toBe('reads')
    expect(await app.whatMay((await app.tokenOf(mila, other)).token)).toBe('writes')
    expect((await app.tokenOf(vito, store)).level).toBe('admin')
    const [list] = await vito.ask(listFilestores, place)
    expect(list?.filestores.map(({ fsname, level }) => [fsname, level])).toEqual([
      ['One', 'admin'],
      ['Other', 'viewer'],
    ])
    expect(await setLevel(store, 'mila', null)).toMatchObject([{ level: 'editor', isdefault: true }, null])
    expect((await app.tokenOf(mila, store)).level).toBe('editor')
    expect((await pia.ask(listFilestoreAccess, store))[0]?.users).toEqual([
      { userid: 'anna', name: 'anna Lind', level: 'admin', isdefault: true },
      { userid: 'mila', name: 'mila Lind', level: 'editor', isdefault: true },
      { userid: 'pia', name: 'pia Lind', level: 'admin', isdefault: true },
      { userid: 'vito', name: 'vito Lind', level: 'admin', isdefault: false },
    ])
  })

  it('is not for owners and admins, of the project or the organisation, nor for people outside', async () => {
    const store = await newStore()
    for (const userid of ['pia', 'anna', 'olga', 'adam']) {
      expect(await setLevel(store, userid, 'viewer')).toEqual(refused(409, 'LEVEL_FROM_ROLE'))
    }
    const colleague = await app.person('colleague')
    await app.join(app.scene.olga, orgid, colleague, ['Member'])
    for (const userid of ['colleague', 'nobody-at-all']) {
      expect(await setLevel(store, userid, 'viewer')).toEqual(notThere)
    }
  })

  it('gives way while somebody is an admin', async () => {
    const { pia, mila } = app.scene
    const store = await newStore()
    await setLevel(store, 'mila', 'viewer')
    await pia.ask(replaceProjectRoles, { ...store, userid: 'mila', role: ['admin'] })
    expect((await app.tokenOf(mila, store)).level).toBe('admin')
    const [access] = await pia.ask(listFilestoreAccess, { ...store, search: 'mila' })
    expect(access?.users).toMatchObject([{ userid: 'mila', level: 'admin', isdefault: true }])
  })

  it('is gone once somebody has left, also when they come back', async () => {
    const { pia, mila, olga } = app.scene
    const organisation = await app.scene.organisation()
    const store = await newStore(organisation)
    const back = () => pia.ask(addProjectUser, { ...store, userid: 'mila', role: ['member'] })
    await setLevel(store, 'mila', 'viewer')
    await mila.ask(leaveProject, store)
    await back()
    expect((await app.tokenOf(mila, store)).level).toBe('editor')
    await setLevel(store, 'mila', 'viewer')
    await mila.ask(leaveOrg, { orgid: organisation })
    await app.join(olga, organisation, mila, ['Member'])
    await back()
    expect((await app.tokenOf(mila, store)).level).toBe('editor')
  })

  it('is listed in pages and found as members are', async () => {
    const { vito } = app.scene
    const store = await newStore()
    const [first] = await vito.ask(listFilestoreAccess, { ...store, limit: 3 })
    const [rest] = await vito.ask(listFilestoreAccess, { ...store, limit: 3, cursor: first?.cursor ?? '' })
    const people = [...(first?.users ?? []), ...(rest?.users ?? [])].map(({ userid }) => userid)
    expect(people).toEqual(['anna', 'mila', 'pia', 'vito'])
    const [found] = await vito.ask(listFilestoreAccess, { ...store, search: 'vi' })
    expect(found?.users.map(({ userid }) => userid)).toEqual(['vito'])
  })
})

describe('tokens that were handed out', () => {
  /** Somebody's token from before, and what the file service makes of it once it has heard. */
  async function tokenAfter(userid: 'mila' | 'adam' | 'olga' | 'anna', work: (store: Store) => Promise<unknown>) {
    const store = await newStore(await app.scene.organisation())
    const { token } = await app.tokenOf(app.scene[userid], store)
    expect(await app.whatMay(token)).toBe('writes')
    const vitos = await app.tokenOf(app.scene.vito, store)
    await work(store)
    await app.platform.jobs.idle()
    // Nobody else notices.
    expect(await app.whatMay(vitos.token)).toBe('reads')
    return { store, now: await app.whatMay(token) }
  }

  it.each([
    [
      'was removed from the project',
      (store: Store) => app.scene.pia.ask(removeProjectUser, { ...store, userid: 'mila' }),
    ],
    ['left the project', (store: Store) => app.scene.mila.ask(leaveProject, store)],
    [
      'was removed from the organisation',
      ({ orgid }: Store) => app.scene.olga.ask(removeOrgUser, { orgid, userid: 'mila' }),
    ],
    ['left the organisation', ({ orgid }: Store) => app.scene.mila.ask(leaveOrg, { orgid })],
  ])('serve no longer when their holder %s, and there are no new ones', async (_what, work) => {
    const { store, now } = await tokenAfter('mila', work)
    expect(now).toBe('FILE_TOKEN_EXPIRED')
    expect(await app.scene.mila.ask(filestoreToken, store)).toEqual(notThere)
  })

  it.each([
    [
      'role in the project changed',
      'mila',
      (store: Store) => app.scene.pia.ask(replaceProjectRoles, { ...store, userid: 'mila', role: ['viewer'] }),
    ],
    ['level was set by hand', 'mila', (store: Store) => setLevel(store, 'mila', 'viewer')],
  ] as const)('serve no longer when the %s; new ones say what holds now', async (_what, userid, work) => {
    const { store, now } = await tokenAfter(userid, work)
    expect(now).toBe('FILE_TOKEN_EXPIRED')
    const { token, level } = await app.tokenOf(app.scene[userid], store)
    expect(level).toBe('viewer')
    expect(await app.whatMay(token)).toBe('reads')
  })

  it('serve no longer when the role in the organisation changed', async () => {
    const { olga, adam } = app.scene
    const demoted = await tokenAfter('adam', ({ orgid }) =>
      olga.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Member'] }),
    )
    expect(demoted.now).toBe('FILE_TOKEN_EXPIRED')
    expect(await adam.ask(filestoreToken, demoted.store)).toEqual(notThere)
    const transferred = await tokenAfter('olga', ({ orgid }) => olga.ask(transferOrg, { orgid, userid: 'adam' }))
    expect(transferred.now).toBe('FILE_TOKEN_EXPIRED')
  })

  it('of other filestores go on serving', async () => {
    const { pia, mila } = app.scene
    const [left, kept] = [await newStore(), await newStore()]
    const { token } = await app.tokenOf(mila, kept)
    await pia.ask(removeProjectUser, { ...left, userid: 'mila' })
    await app.platform.jobs.idle()
    expect(await app.whatMay(token)).toBe('writes')
  })

  it('serve no longer once whoever took the access away is answered, however busy the server is', async () => {
    const busy = await startFilestores()
    // As where all hands are at work on something long.
    await busy.platform.jobs.stop()
    const { pia, olga, mila, vito } = busy.scene
    const organisation = await busy.scene.organisation()
    const store = await busy.filestore(await busy.scene.project(organisation))
    const [milas, vitos] = [await busy.tokenOf(mila, store), await busy.tokenOf(vito, store)]
    await pia.ask(replaceProjectRoles, { ...store, userid: 'mila', role: ['viewer'] })
    expect(await busy.whatMay(milas.token)).toBe('FILE_TOKEN_EXPIRED')
    await expect.poll(async () => busy.whatMay((await busy.tokenOf(mila, store)).token)).toBe('reads')
    const later = await busy.tokenOf(mila, store)
    await olga.ask(removeOrgUser, { orgid: organisation, userid: 'mila' })
    expect(await busy.whatMay(later.token)).toBe('FILE_TOKEN_EXPIRED')

    await pia.ask(deleteFilestore, store)
    expect(await busy.whatMay(vitos.token)).toBe('FILE_TOKEN_OTHER')
    await pia.ask(restoreFilestore, store)
    expect(await busy.whatMay(vitos.token)).toBe('reads')
    await pia.ask(deleteProject, store)
    expect(await busy.whatMay(vitos.token)).toBe('FILE_TOKEN_OTHER')
    await pia.ask(restoreProject, store)
    expect(await busy.whatMay(vitos.token)).toBe('reads')
    await olga.ask(deleteOrg, { orgid: organisation })
    expect(await busy.whatMay(vitos.token)).toBe('FILE_TOKEN_OTHER')
    await busy.close()
  })

  it('since then are not ended by somebody who says it once more', async () => {
    // An app that is born with this clock, which is then set forward.
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startFilestores()
    const { pia, mila } = app.scene
    const store = await app.filestore(await app.scene.project(await app.scene.organisation()))
    await pia.ask(replaceProjectRoles, { ...store, userid: 'mila', role: ['viewer'] })
    vi.setSystemTime(Date.now() + 1_000)
    const { token } = await app.tokenOf(mila, store)
    vi.setSystemTime(Date.now() + 60_000)
    await app.platform.jobs.idle()
    expect(await app.whatMay(token)).toBe('reads')
    await app.close()
  })
})
