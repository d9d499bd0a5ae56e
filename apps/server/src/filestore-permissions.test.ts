import { apiBase, type Call } from '@plinth/contract/call'
import { calls } from '@plinth/contract/calls'
import { deleteFilestore, listFilestores } from '@plinth/contract/filestores'
import { may, type Permission, permissions } from '@plinth/contract/permissions'
import { removeProjectUser } from '@plinth/contract/project-users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Store, startFilestores } from './testing/filestores.ts'

/** Every call of filestores, as every role and as everybody who has none there. */
type Guarded = Call & { permission: Permission }
const isOfFilestores = (call: Call): call is Guarded =>
  call.path.startsWith('/filestore/') && call.permission in permissions
const guarded = calls.filter(isOfFilestores).map(call => [call.name, call] as const)

let app: Awaited<ReturnType<typeof startFilestores>>
let place: { orgid: string; projectid: string }
let otherProject: string
let otherOrg: string
const tokens: Record<string, string> = {}
let number = 0

beforeAll(async () => {
  app = await startFilestores()
  const { scene } = app
  place = await scene.project(await scene.organisation())
  otherProject = (await scene.project(place.orgid)).projectid
  otherOrg = await scene.organisation()
  for (const userid of ['stranger', 'colleague', 'removed']) {
    const person = await app.person(userid)
    tokens[userid] = person.accesstoken
    if (userid !== 'stranger') await app.join(scene.olga, place.orgid, person, ['Member'])
    if (userid === 'removed') await scene.add(place, person, ['owner'])
  }
  await scene.pia.ask(removeProjectUser, { ...place, userid: 'removed' })
  const { olga, adam, pia, anna, mila, vito } = scene
  for (const { userid, accesstoken } of [olga, adam, pia, anna, mila, vito]) tokens[userid] = accesstoken
})
afterAll(() => app.close())

/** With a body that has whatever any of them asks for. */
async function attempt(call: Call, userid: string, elsewhere: Partial<Store> = {}) {
  const store = await app.filestore(place, `Store ${number++}`)
  if (call.name === 'restoreFilestore') await app.scene.pia.ask(deleteFilestore, store)
  const named = call.name === 'listFilestores' ? {} : { fsname: `Other ${number++}` }
  const body = { ...store, ...named, quota: 10, userid: 'mila', level: 'viewer', ...elsewhere }
  const token = tokens[userid]
  const response = await fetch(app.url + apiBase + call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return [response.status, ((await response.json()) as { errcode?: string }).errcode]
}

const notThere = [404, 'NOT_FOUND']

describe.each(guarded)('%s', (_, call) => {
  it.each([
    ['pia', 'owner'],
    ['anna', 'admin'],
    ['mila', 'member'],
    ['vito', 'viewer'],
    ['olga', 'owner'],
    ['adam', 'admin'],
  ])('as %s, who is as good as %s', async (userid, role) => {
    const allowed = may([role], call.permission)
    expect(await attempt(call, userid)).toEqual(allowed ? [200, undefined] : [403, 'FORBIDDEN'])
  })

  it.each(['stranger', 'colleague', 'removed'])('as %s it is not there', async userid => {
    expect(await attempt(call, userid)).toEqual(notThere)
  })

  it('by way of another organisation it is not there', async () => {
    expect(await attempt(call, 'pia', { orgid: otherOrg })).toEqual(notThere)
  })

  it('without a token asks to sign in', async () => {
    expect(await attempt(call, 'nobody')).toEqual([401, 'UNAUTHENTICATED'])
  })
})

// A list may be asked for one id too; where it finds nothing it is empty, as every list.
const ofOne = guarded.filter(([, call]) => 'fsid' in call.request.shape && call.name !== listFilestores.name)

describe.each(ofOne)('%s', (_, call) => {
  it('by way of another project it is not there, for the owner of both', async () => {
    expect(await attempt(call, 'pia', { projectid: otherProject })).toEqual(notThere)
  })

  it('of a filestore that is not there', async () => {
    expect(await attempt(call, 'pia', { fsid: 'nowhere' })).toEqual(notThere)
  })
})

it('a call that was refused changed nothing', async () => {
  const store = await app.filestore(place, 'Unchanged')
  for (const [, call] of guarded.filter(([, { permission }]) => permission === 'filestore.manage')) {
    await attempt(call, 'mila', { fsid: store.fsid })
    await attempt(call, 'colleague', { fsid: store.fsid })
  }
  const [list] = await app.scene.mila.ask(listFilestores, { ...place, fsname: 'Unchanged' })
  expect(list?.filestores).toMatchObject([{ fsid: store.fsid, quota: null, level: 'editor' }])
})

it('a list asked for the id of a filestore elsewhere is empty', async () => {
  const store = await app.filestore(place, 'Here')
  const asked = (projectid: string) =>
    app.scene.pia.ask(listFilestores, { orgid: place.orgid, projectid, fsid: store.fsid })
  expect((await asked(place.projectid))[0]?.filestores).toMatchObject([{ fsid: store.fsid }])
  expect((await asked(otherProject))[0]?.filestores).toEqual([])
})
