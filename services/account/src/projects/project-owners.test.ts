import { removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { leaveOrg } from '@plinth/contract/orgs'
import {
  addProjectUser,
  leaveProject,
  listProjectUsers,
  removeProjectAdmin,
  removeProjectUser,
  replaceProjectRoles,
} from '@plinth/contract/project-users'
import { createProject, listActivity, listProjects } from '@plinth/contract/projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startAccount } from '../testing/people.ts'
import { createScene } from '../testing/project-scene.ts'
import type { Place } from './projects.repository.ts'

let app: Awaited<ReturnType<typeof startAccount>>
let scene: Awaited<ReturnType<typeof createScene>>
let orgid: string

beforeAll(async () => {
  app = await startAccount()
  scene = await createScene(app)
  orgid = await scene.organisation()
})
afterAll(() => app.close())

const lastOwner = [null, expect.objectContaining({ status: 409, errcode: 'LAST_PROJECT_OWNER' })]

/** Everybody in a project with what they are there, as its list tells it. */
async function rolesIn(place: Place, { ask }: Person = scene.olga) {
  const [page] = await ask(listProjectUsers, place)
  expect(page?.membercount).toBe(page?.users.length)
  return Object.fromEntries(page?.users.map(({ userid, role }) => [userid, role.join()]) ?? [])
}

const usual = { anna: 'admin', mila: 'member', pia: 'owner', vito: 'viewer' }

describe('the last owner of a project', () => {
  const twice = Array.from({ length: 5 }, (_, n) => n)
  const owners = async (place: Place) => Object.values(await rolesIn(place)).filter(role => role.includes('owner'))

  async function withTwoOwners(): Promise<Place> {
    const place = await scene.project(orgid)
    await scene.pia.ask(replaceProjectRoles, { ...place, userid: 'anna', role: ['owner'] })
    return place
  }

  it('can neither leave nor be demoted nor be removed, by an Owner of the organisation either', async () => {
    const { olga, pia } = scene
    const place = await scene.project(orgid)
    expect(await pia.ask(leaveProject, place)).toEqual(lastOwner)
    for (const { ask } of [pia, olga]) {
      expect(await ask(replaceProjectRoles, { ...place, userid: 'pia', role: ['admin'] })).toEqual(lastOwner)
      expect(await ask(removeProjectUser, { ...place, userid: 'pia' })).toEqual(lastOwner)
      expect(await ask(removeProjectAdmin, { ...place, userid: 'pia' })).toEqual(lastOwner)
    }
    expect(await rolesIn(place)).toEqual(usual)
  })

  it.each(twice)('is kept when two owners leave at the same moment (%i)', async () => {
    const place = await withTwoOwners()
    const answers = await Promise.all([scene.pia.ask(leaveProject, place), scene.anna.ask(leaveProject, place)])
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.flatMap(([, error]) => error?.errcode ?? [])).toEqual(['LAST_PROJECT_OWNER'])
    expect(await owners(place)).toHaveLength(1)
  })

  it.each(twice)('is kept when two owners demote and remove each other at the same moment (%i)', async () => {
    const place = await withTwoOwners()
    await Promise.all([
      scene.pia.ask(replaceProjectRoles, { ...place, userid: 'anna', role: ['member'] }),
      scene.anna.ask(removeProjectUser, { ...place, userid: 'pia' }),
      scene.olga.ask(replaceProjectRoles, { ...place, userid: 'anna', role: ['viewer'] }),
    ])
    expect((await owners(place)).length).toBeGreaterThanOrEqual(1)
  })
})

describe('going out of the organisation', () => {
  it('takes somebody out of all its projects, and hands what they owned alone to the Owner who removed them', async () => {
    const { olga, pia, vito } = scene
    const orgid = await scene.organisation()
    const [alone, shared] = [await scene.project(orgid), await scene.project(orgid)]
    await pia.ask(addProjectUser, { ...alone, userid: 'olga', role: ['viewer'] })
    await pia.ask(replaceProjectRoles, { ...shared, userid: 'vito', role: ['owner'] })
    const [bare] = await pia.ask(createProject, { orgid, projectid: 'bare', projectname: 'Bare' })
    expect(await olga.ask(removeOrgUser, { orgid, userid: 'pia' })).toEqual([{}, null])
    expect(await rolesIn(alone)).toEqual({ anna: 'admin', mila: 'member', olga: 'owner,viewer', vito: 'viewer' })
    expect(await rolesIn(shared)).toEqual({ anna: 'admin', mila: 'member', vito: 'owner' })
    expect(await rolesIn({ orgid, projectid: bare?.projectid ?? '' })).toEqual({ olga: 'owner' })
    // The heir is found in it like everybody else.
    const [found] = await olga.ask(listProjectUsers, { orgid, projectid: 'bare', search: 'olg' })
    expect(found?.users).toMatchObject([{ userid: 'olga' }])
    const [log] = await vito.ask(listActivity, { ...alone, limit: 2 })
    expect(log?.activities).toMatchObject([
      { actorid: 'olga', action: 'project.user.roles', target: 'olga' },
      { actorid: 'olga', action: 'project.user.remove', target: 'pia' },
    ])
    await app.join(olga, orgid, pia, ['Member'])
    expect(await pia.ask(listProjects, { orgid })).toEqual([{ projects: [], cursor: null }, null])
  })

  it('by oneself hands it to the Owner who has been there longest', async () => {
    const { olga, adam, pia } = scene
    const orgid = await scene.organisation()
    const place = await scene.project(orgid)
    await olga.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Owner'] })
    expect(await pia.ask(leaveOrg, { orgid })).toEqual([{}, null])
    expect(await rolesIn(place)).toEqual({ anna: 'admin', mila: 'member', olga: 'owner', vito: 'viewer' })
    expect(await olga.ask(leaveOrg, { orgid })).toEqual([{}, null])
    expect(await rolesIn(place, adam)).toEqual({ adam: 'owner', anna: 'admin', mila: 'member', vito: 'viewer' })
  })

  it('never leaves a project without an owner, nor somebody inside it who is not in the organisation', async () => {
    const { olga, adam, pia, anna } = scene
    const orgid = await scene.organisation()
    await olga.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Owner'] })
    const place = await scene.project(orgid)
    await pia.ask(replaceProjectRoles, { ...place, userid: 'anna', role: ['owner'] })
    await Promise.all([
      olga.ask(removeOrgUser, { orgid, userid: 'pia' }),
      adam.ask(removeOrgUser, { orgid, userid: 'anna' }),
      adam.ask(removeOrgUser, { orgid, userid: 'mila' }),
      anna.ask(replaceProjectRoles, { ...place, userid: 'mila', role: ['admin'] }),
      olga.ask(replaceProjectRoles, { ...place, userid: 'vito', role: ['member'] }),
    ])
    const roles = await rolesIn(place)
    expect(Object.keys(roles)).not.toEqual(expect.arrayContaining(['pia']))
    for (const gone of ['pia', 'anna', 'mila']) expect(roles).not.toHaveProperty(gone)
    expect(Object.values(roles).filter(role => role.includes('owner'))).toHaveLength(1)
  })

  it('at the moment somebody is added to a project leaves them in both or in neither', async () => {
    const { olga, mila } = scene
    const orgid = await scene.organisation()
    const place = { orgid, projectid: 'crossed' }
    await olga.ask(createProject, { ...place, projectname: 'Crossed' })
    await Promise.all([olga.ask(addProjectUser, { ...place, userid: 'mila' }), mila.ask(leaveOrg, { orgid })])
    expect(await rolesIn(place)).toEqual({ olga: 'owner' })
  })
})
