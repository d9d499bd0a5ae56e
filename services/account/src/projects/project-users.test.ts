import type { ProjectRole } from '@plinth/contract/permissions'
import {
  addProjectAdmin,
  addProjectUser,
  leaveProject,
  listProjectAdmins,
  listProjectUsers,
  projectRolesInfo,
  removeProjectAdmin,
  removeProjectUser,
  replaceProjectRoles,
} from '@plinth/contract/project-users'
import { listActivity, listProjects, projectInfo } from '@plinth/contract/projects'
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

const refused = (status: number, errcode: string) => [null, expect.objectContaining({ status, errcode })]
const notThere = refused(404, 'NOT_FOUND')
const aboveOwn = refused(403, 'ROLE_ABOVE_OWN')
const lastOwner = refused(409, 'LAST_PROJECT_OWNER')

/** Everybody in a project with what they are there, as its list tells it. */
async function rolesIn(place: Place, { ask }: Person = scene.olga) {
  const [page] = await ask(listProjectUsers, place)
  expect(page?.membercount).toBe(page?.users.length)
  return Object.fromEntries(page?.users.map(({ userid, role }) => [userid, role.join()]) ?? [])
}

const usual = { anna: 'admin', mila: 'member', pia: 'owner', vito: 'viewer' }

/** A project, and somebody of the organisation who is not in it. */
async function withoutMila(): Promise<Place> {
  const place = await scene.project(orgid)
  await scene.pia.ask(removeProjectUser, { ...place, userid: 'mila' })
  return place
}

describe('adding somebody', () => {
  it('lets them in at once, as a member unless something else is asked', async () => {
    const { anna, mila } = scene
    const place = await withoutMila()
    expect(await mila.ask(projectInfo, place)).toEqual(notThere)
    const joined = { userid: 'mila', name: 'mila Lind', joinedat: expect.any(Number) }
    expect(await anna.ask(addProjectUser, { ...place, userid: 'mila' })).toEqual([
      { ...joined, role: ['member'] },
      null,
    ])
    expect(await mila.ask(projectInfo, place)).toMatchObject([{ role: ['member'], membercount: 4 }, null])
    expect(await rolesIn(place, mila)).toEqual(usual)
  })

  it('takes several roles, known ones, each once, and answers them strongest first', async () => {
    const { pia } = scene
    const place = await withoutMila()
    const add = (role: unknown) => pia.ask(addProjectUser, { ...place, userid: 'mila', role: role as ProjectRole[] })
    for (const role of [['king'], ['viewer', 'viewer']]) expect(await add(role)).toEqual(refused(400, 'BAD_INPUT'))
    const [, none] = await add([])
    expect(none?.errdata.data).toEqual({ fields: { role: 'You have to select at least one item.' } })
    expect(await add(['viewer', 'owner'])).toMatchObject([{ role: ['owner', 'viewer'] }, null])
  })

  it('refuses whoever is in it already, and whoever is not in the organisation', async () => {
    const { pia } = scene
    const place = await scene.project(orgid)
    expect(await pia.ask(addProjectUser, { ...place, userid: 'mila' })).toEqual(refused(409, 'ALREADY_IN_PROJECT'))
    await app.person('outsider')
    for (const userid of ['outsider', 'nobody']) {
      expect(await pia.ask(addProjectUser, { ...place, userid })).toEqual(refused(404, 'NOT_IN_ORG'))
      expect(await pia.ask(addProjectAdmin, { ...place, userid })).toEqual(refused(404, 'NOT_IN_ORG'))
    }
  })

  it('adds somebody once when five do it at the same moment', async () => {
    const { pia, anna, mila } = scene
    const place = await withoutMila()
    const answers = await Promise.all(
      [pia, anna, pia, anna, pia].map(({ ask }) => ask(addProjectUser, { ...place, userid: 'mila' })),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(await rolesIn(place, mila)).toEqual(usual)
  })
})

describe('nobody goes above their own role', () => {
  it('when they grant, take away or remove one', async () => {
    const { anna, adam, olga } = scene
    const place = await withoutMila()
    for (const admin of [anna, adam]) {
      expect(await admin.ask(addProjectUser, { ...place, userid: 'mila', role: ['owner'] })).toEqual(aboveOwn)
      expect(await admin.ask(replaceProjectRoles, { ...place, userid: 'vito', role: ['owner'] })).toEqual(aboveOwn)
      expect(await admin.ask(replaceProjectRoles, { ...place, userid: 'pia', role: ['viewer'] })).toEqual(aboveOwn)
      expect(await admin.ask(removeProjectUser, { ...place, userid: 'pia' })).toEqual(aboveOwn)
      expect(await admin.ask(removeProjectAdmin, { ...place, userid: 'pia' })).toEqual(aboveOwn)
    }
    // The organisation's Owner is as good as an owner of the project.
    expect(await olga.ask(replaceProjectRoles, { ...place, userid: 'vito', role: ['owner'] })).toMatchObject([{}, null])
    expect(await olga.ask(removeProjectUser, { ...place, userid: 'pia' })).toEqual([{}, null])
  })
})

describe('changing roles', () => {
  it('replaces them, and the person has the new ones at once', async () => {
    const { anna, vito } = scene
    const place = await scene.project(orgid)
    const role: ProjectRole[] = ['member', 'admin']
    expect(await anna.ask(replaceProjectRoles, { ...place, userid: 'vito', role })).toEqual([
      { userid: 'vito', role: ['admin', 'member'] },
      null,
    ])
    expect(await vito.ask(projectInfo, place)).toMatchObject([{ role: ['admin', 'member'] }, null])
    expect(await vito.ask(removeProjectUser, { ...place, userid: 'mila' })).toEqual([{}, null])
  })

  it('of somebody who is not in it answers 404', async () => {
    const place = await withoutMila()
    const role: ProjectRole[] = ['viewer']
    expect(await scene.pia.ask(replaceProjectRoles, { ...place, userid: 'mila', role })).toEqual(notThere)
    expect(await scene.pia.ask(removeProjectUser, { ...place, userid: 'mila' })).toEqual(notThere)
  })
})

describe('the admins of a project', () => {
  it('are its owners and admins, in pages', async () => {
    const place = await scene.project(orgid)
    const [first] = await scene.vito.ask(listProjectAdmins, { ...place, limit: 1 })
    expect(first?.admins).toMatchObject([{ userid: 'anna', role: ['admin'] }])
    const [second] = await scene.vito.ask(listProjectAdmins, { ...place, limit: 1, cursor: first?.cursor ?? '' })
    expect(second).toMatchObject({ admins: [{ userid: 'pia', role: ['owner'] }], cursor: null })
  })

  it('are added from the organisation or from the members, who keep what they are', async () => {
    const { anna } = scene
    const place = await withoutMila()
    const add = (userid: string) => anna.ask(addProjectAdmin, { ...place, userid })
    expect(await add('mila')).toMatchObject([{ userid: 'mila', role: ['admin'] }, null])
    for (const _again of [1, 2]) expect(await add('vito')).toMatchObject([{ role: ['admin', 'viewer'] }, null])
    expect(await add('pia')).toMatchObject([{ role: ['owner', 'admin'] }, null])
    expect(await rolesIn(place)).toEqual({ anna: 'admin', mila: 'admin', pia: 'owner,admin', vito: 'admin,viewer' })
    const [log] = await anna.ask(listActivity, { ...place, limit: 3 })
    expect(log?.activities.map(({ target }) => target)).toEqual(['pia', 'vito', 'mila'])
  })

  it('are removed from the project, and only they', async () => {
    const { pia, anna } = scene
    const place = await scene.project(orgid)
    expect(await pia.ask(removeProjectAdmin, { ...place, userid: 'mila' })).toEqual(notThere)
    expect(await pia.ask(removeProjectAdmin, { ...place, userid: 'anna' })).toEqual([{}, null])
    expect(await anna.ask(projectInfo, place)).toEqual(notThere)
    expect(await pia.ask(removeProjectAdmin, { ...place, userid: 'pia' })).toEqual(lastOwner)
  })
})

describe('leaving and being removed', () => {
  it('ends all access at once', async () => {
    const { pia, mila, vito } = scene
    const place = await scene.project(orgid)
    expect(await mila.ask(leaveProject, place)).toEqual([{}, null])
    expect(await pia.ask(removeProjectUser, { ...place, userid: 'vito' })).toEqual([{}, null])
    for (const person of [mila, vito]) {
      expect(await person.ask(projectInfo, place)).toEqual(notThere)
      const [list] = await person.ask(listProjects, { orgid, search: place.projectid })
      expect(list?.projects).toEqual([])
    }
    expect(await mila.ask(leaveProject, place)).toEqual(notThere)
    expect(await rolesIn(place)).toEqual({ anna: 'admin', pia: 'owner' })
  })

  it('is nothing for an Owner of the organisation who does not belong to it', async () => {
    expect(await scene.olga.ask(leaveProject, await scene.project(orgid))).toEqual(notThere)
  })
})

describe('the roles', () => {
  it('are told strongest first, each with what it may do', async () => {
    const [info] = await scene.vito.ask(projectRolesInfo, { orgid })
    expect(info?.roles.map(({ role }) => role)).toEqual(['owner', 'admin', 'member', 'viewer'])
    for (const { info: sentence } of info?.roles ?? []) expect(sentence).toMatch(/\.$/)
  })
})
