import { listen } from '@plinth/account/testing/listen'
import { listAudit } from '@plinth/contract/audit'
import {
  createFilestore,
  deleteFilestore,
  listFilestores,
  listMemberAccess,
  renameFilestore,
  restoreFilestore,
  setFilestoreAccess,
  setFilestoreQuota,
} from '@plinth/contract/filestores'
import { namespaceUsage } from '@plinth/contract/namespaces'
import { listActivity } from '@plinth/contract/projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Store, startFilestores } from './testing/filestores.ts'

let app: Awaited<ReturnType<typeof startFilestores>>
let orgid: string

beforeAll(async () => {
  app = await startFilestores()
  orgid = await app.scene.organisation()
})
afterAll(() => app.close())

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]

const usageOf = async (store: Store) => {
  const nsname = `${store.orgid}/${store.projectid}/${store.fsid}`
  const [answer] = await app.platform.callService('files')(namespaceUsage, { nsnames: [nsname] })
  return answer?.usages[0]
}

const namesIn = async (place: { orgid: string; projectid: string }) =>
  (await app.scene.vito.ask(listFilestores, place))[0]?.filestores.map(({ fsname }) => fsname)

describe('creating a filestore', () => {
  it('makes one that everybody in the project sees, each with their own level', async () => {
    const { pia, anna, mila, vito, olga, adam } = app.scene
    const place = await app.scene.project(orgid)
    const [made] = await pia.ask(createFilestore, { ...place, fsname: 'Documents' })
    expect(made).toEqual({ fsid: expect.stringMatching(/^[a-z2-9]{12}$/), fsname: 'Documents' })
    for (const [person, level] of [
      [pia, 'admin'],
      [anna, 'admin'],
      [mila, 'editor'],
      [vito, 'viewer'],
      [olga, 'admin'],
      [adam, 'admin'],
    ] as const) {
      const filestore = { ...made, level, quota: null, createdat: expect.any(Number) }
      expect(await person.ask(listFilestores, place)).toEqual([{ filestores: [filestore], cursor: null }, null])
    }
    expect(await usageOf({ ...place, fsid: made?.fsid ?? '' })).toMatchObject({ used: 0, quota: null })
  })

  it('refuses a name that the project has, in whatever case and form, and no other', async () => {
    const { pia } = app.scene
    const place = await app.scene.project(orgid)
    await app.filestore(place, 'Büro Süd')
    for (const fsname of ['Büro Süd', 'BÜRO SÜD', ' büro süd ', 'Bu\u0308ro Su\u0308d']) {
      expect(await pia.ask(createFilestore, { ...place, fsname })).toEqual(refused(409, 'FSNAME_TAKEN'))
    }
    await app.filestore(await app.scene.project(orgid), 'Büro Süd')
    await app.filestore(place, 'Büro Nord')
    expect(await namesIn(place)).toEqual(['Büro Nord', 'Büro Süd'])
  })

  it('makes one where many ask for the same name at once', async () => {
    const { pia, anna } = app.scene
    const place = await app.scene.project(orgid)
    const answers = await Promise.all(
      [pia, anna, pia, anna, pia, anna].map(({ ask }) => ask(createFilestore, { ...place, fsname: 'Once' })),
    )
    expect(answers.filter(([made]) => made)).toHaveLength(1)
    for (const [made, error] of answers) if (!made) expect(error.errcode).toBe('FSNAME_TAKEN')
    expect(await namesIn(place)).toEqual(['Once'])
  })

  it.each(['', ' ', 'a/b', 'a\\b', '..', 'what?', '50%', '#1', 'x'.repeat(51), 'in\u202evisible'])(
    'refuses the name %j',
    async fsname => {
      const place = { orgid, projectid: 'anywhere' }
      const [, error] = await app.scene.pia.ask(createFilestore, { ...place, fsname })
      expect(error).toMatchObject({ status: 400, errdata: { data: { fields: { fsname: expect.any(String) } } } })
    },
  )
})

describe('the list', () => {
  it('goes by name in pages, and finds by name and by the beginnings of words', async () => {
    const { vito } = app.scene
    const place = await app.scene.project(orgid)
    for (const name of ['Photos 2025', 'archive', 'Büro', 'photos 2026']) await app.filestore(place, name)
    expect(await namesIn(place)).toEqual(['archive', 'Büro', 'Photos 2025', 'photos 2026'])
    const [first] = await vito.ask(listFilestores, { ...place, limit: 3 })
    const [rest] = await vito.ask(listFilestores, { ...place, limit: 3, cursor: first?.cursor ?? '' })
    expect([...(first?.filestores ?? []), ...(rest?.filestores ?? [])].map(({ fsname }) => fsname)).toEqual(
      await namesIn(place),
    )
    expect(rest?.cursor).toBeNull()
    const found = async (asked: { search?: string; fsname?: string; fsid?: string }) =>
      (await vito.ask(listFilestores, { ...place, ...asked }))[0]?.filestores.map(({ fsname }) => fsname)
    expect(await found({ search: 'phot 2026' })).toEqual(['photos 2026'])
    expect(await found({ search: 'buro' })).toEqual(['Büro'])
    // No id of a filestore begins with a 0 either.
    expect(await found({ search: '025' })).toEqual([])
    expect(await found({ fsname: 'ARCHIVE' })).toEqual(['archive'])
    expect(await found({ fsname: 'arch' })).toEqual([])
    const { fsid = '' } = first?.filestores[1] ?? {}
    expect(await found({ fsid })).toEqual(['Büro'])
    expect(await found({ fsid: 'nothing' })).toEqual([])
    const elsewhere = await app.scene.project(orgid)
    expect((await vito.ask(listFilestores, { ...elsewhere, fsid }))[0]?.filestores).toEqual([])
  })

  it('has full pages where some of what matches is deleted', async () => {
    const { pia, vito } = app.scene
    const place = await app.scene.project(orgid)
    for (const name of ['photo1', 'photo2', 'photo3', 'photo4']) {
      const store = await app.filestore(place, name)
      if (name < 'photo3') await pia.ask(deleteFilestore, store)
    }
    const page = async (cursor?: string) =>
      (await vito.ask(listFilestores, { ...place, search: 'photo', limit: 1, cursor }))[0]
    const first = await page()
    const second = await page(first?.cursor ?? '')
    expect([...(first?.filestores ?? []), ...(second?.filestores ?? [])]).toHaveLength(2)
    expect(second?.cursor).toBeNull()
  })
})

describe('what one person may in each filestore', () => {
  it('comes from their role until it is set by hand, and goes by name in pages', async () => {
    const { scene } = app
    const { pia, anna } = scene
    const place = await scene.project(await scene.organisation())
    const stores = [await app.filestore(place, 'Alpha'), await app.filestore(place, 'Beta')]
    const [, beta] = stores
    if (!beta) throw new Error('no filestore')
    await pia.ask(setFilestoreAccess, { ...beta, userid: 'mila', level: 'viewer' })
    const all = await pia.ask(listMemberAccess, { ...place, userid: 'mila' })
    expect(all[0]?.filestores.map(({ fsname, level, isdefault }) => [fsname, level, isdefault])).toEqual([
      ['Alpha', 'editor', true],
      ['Beta', 'viewer', false],
    ])
    const [first] = await pia.ask(listMemberAccess, { ...place, userid: 'mila', limit: 1 })
    const [second] = await pia.ask(listMemberAccess, {
      ...place,
      userid: 'mila',
      limit: 1,
      cursor: first?.cursor ?? '',
    })
    expect([first, second].map(page => page?.filestores.map(({ fsname }) => fsname))).toEqual([['Alpha'], ['Beta']])
    expect(second?.cursor).toBeNull()
    const admins = await pia.ask(listMemberAccess, { ...place, userid: anna.userid })
    expect(admins[0]?.filestores.every(({ level, isdefault }) => level === 'admin' && isdefault)).toBe(true)
  })

  it('is not there for somebody who is not in the project', async () => {
    const { scene } = app
    const place = await scene.project(await scene.organisation())
    const answer = await scene.pia.ask(listMemberAccess, { ...place, userid: 'nobody-at-all' })
    expect(answer).toMatchObject([null, { status: 404, errcode: 'NOT_FOUND' }])
  })
})

describe('changing a filestore', () => {
  it('gives it another name, unless that is taken', async () => {
    const { anna } = app.scene
    const place = await app.scene.project(orgid)
    const store = await app.filestore(place, 'First')
    await app.filestore(place, 'Second')
    expect(await anna.ask(renameFilestore, { ...store, fsname: 'SECOND' })).toEqual(refused(409, 'FSNAME_TAKEN'))
    expect(await anna.ask(renameFilestore, { ...store, fsname: 'FIRST' })).toMatchObject([{ fsname: 'FIRST' }, null])
    expect(await anna.ask(renameFilestore, { ...store, fsname: 'Third' })).toMatchObject([{ fsname: 'Third' }, null])
    expect(await namesIn(place)).toEqual(['Second', 'Third'])
    const searched = await anna.ask(listFilestores, { ...place, search: 'first' })
    expect(searched).toEqual([{ filestores: [], cursor: null }, null])
  })

  it('limits what it may hold, where the files are, and lifts the limit', async () => {
    const { pia } = app.scene
    const store = await app.filestore(await app.scene.project(orgid))
    for (const quota of [1_000, 0, null]) {
      expect(await pia.ask(setFilestoreQuota, { ...store, quota })).toEqual([{ fsid: store.fsid, quota }, null])
      expect((await usageOf(store))?.quota).toBe(quota)
    }
  })

  it('stands in the audit log and in the activity of the project', async () => {
    const { pia, olga } = app.scene
    const store = await app.filestore(await app.scene.project(orgid), 'Seen')
    const { fsid, projectid } = store
    await pia.ask(renameFilestore, { ...store, fsname: 'Noted' })
    await pia.ask(setFilestoreQuota, { ...store, quota: 5 })
    await pia.ask(setFilestoreAccess, { ...store, userid: 'mila', level: 'viewer' })
    await pia.ask(deleteFilestore, store)
    await pia.ask(restoreFilestore, store)
    const deeds = [
      ['filestore.restore', fsid, { fsname: 'Noted' }],
      ['filestore.delete', fsid, { fsname: 'Noted' }],
      ['filestore.access', 'mila', { fsname: 'Noted', before: ['editor'], after: ['viewer'] }],
      ['filestore.quota', fsid, { fsname: 'Noted', quota: 5 }],
      ['filestore.rename', fsid, { fsname: 'Noted' }],
      ['filestore.create', fsid, { fsname: 'Seen' }],
    ] as const
    const [audit] = await olga.ask(listAudit, { orgid, limit: 6 })
    expect(audit?.entries.map(({ actorid, action, target, data }) => [actorid, action, target, data])).toEqual(
      deeds.map(([action, target, data]) => ['pia', action, target, { projectid, ...data }]),
    )
    const [activity] = await pia.ask(listActivity, { ...store, limit: 6 })
    expect(activity?.activities.map(({ action, target, data }) => [action, target, data])).toEqual(deeds)
  })

  it('is told at once to whoever sees the project, and to nobody else', async () => {
    const { mila, olga } = app.scene
    const place = await app.scene.project(orgid)
    const stranger = await app.person('stranger')
    const streams = await Promise.all([mila, olga, stranger].map(person => listen(app.url, person)))
    await app.filestore(place)
    const data = { ...place, what: 'filestores' }
    for (const { heard } of streams.slice(0, 2)) {
      await expect.poll(() => heard).toContainEqual({ type: 'project.changed', data })
    }
    expect(streams[2]?.heard).toEqual([])
    for (const { close } of streams) await close()
  })
})
