import { listAudit } from '@plinth/contract/audit'
import { createOrg } from '@plinth/contract/orgs'
import { listProjectUsers } from '@plinth/contract/project-users'
import {
  createProject,
  editProjectMeta,
  editProjectName,
  isProjectidValid,
  listActivity,
  projectInfo,
  projectOverview,
} from '@plinth/contract/projects'
import { recordActivity } from '@plinth/platform/activity'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAccount } from '../testing/people.ts'
import { createScene } from '../testing/project-scene.ts'

let app: Awaited<ReturnType<typeof startAccount>>
let scene: Awaited<ReturnType<typeof createScene>>
let orgid: string

beforeAll(async () => {
  app = await startAccount()
  scene = await createScene(app)
  orgid = await scene.organisation()
})
afterAll(() => app.close())
afterEach(() => vi.useRealTimers())

const notThere = [null, expect.objectContaining({ status: 404, errcode: 'NOT_FOUND' })]

describe('creating a project', () => {
  it('makes the caller its owner and only member', async () => {
    const { mila, olga, adam, pia } = scene
    const place = { orgid, projectid: 'website' }
    const meta = { description: 'What everybody sees.' }
    expect(await mila.ask(createProject, { ...place, projectname: 'Website', meta })).toEqual([
      { projectid: 'website' },
      null,
    ])
    const info = { projectid: 'website', projectname: 'Website', meta, membercount: 1, createdat: expect.any(Number) }
    expect(await mila.ask(projectInfo, place)).toEqual([{ ...info, role: ['owner'] }, null])
    expect(await mila.ask(listProjectUsers, place)).toMatchObject([
      { users: [{ userid: 'mila', name: 'mila Lind', role: ['owner'] }], cursor: null, membercount: 1 },
      null,
    ])
    expect(await olga.ask(projectInfo, place)).toEqual([{ ...info, role: ['owner'] }, null])
    expect(await adam.ask(projectInfo, place)).toEqual([{ ...info, role: ['admin'] }, null])
    expect(await pia.ask(projectInfo, place)).toEqual(notThere)
  })

  it('says what is wrong with each field, in the words of the specification', async () => {
    const fieldsOf = async (projectid: string, projectname: string) => {
      const [, error] = await scene.olga.ask(createProject, { orgid, projectid, projectname })
      expect(error).toMatchObject({ status: 400, errcode: 'BAD_INPUT' })
      return error?.errdata.data
    }
    expect(await fieldsOf('', '')).toEqual({
      fields: { projectid: 'Please give a valid project id', projectname: 'Please give a project name' },
    })
    expect(await fieldsOf('No Good', 'x')).toEqual({
      fields: {
        projectid: 'Project id should only contain alphanumeric characters or hyphen.',
        projectname: 'Use at least 2 characters.',
      },
    })
    expect(await fieldsOf('ab', 'x'.repeat(51))).toEqual({
      fields: { projectid: 'Use at least 3 characters.', projectname: 'Use at most 50 characters.' },
    })
    expect(await fieldsOf('a'.repeat(51), 'Fine')).toEqual({ fields: { projectid: 'Use at most 50 characters.' } })
  })

  it('refuses an id that is taken in the organisation, and no other', async () => {
    const { olga, pia } = scene
    const project = { projectid: 'taken', projectname: 'Taken' }
    await olga.ask(createProject, { orgid, ...project })
    expect(await pia.ask(createProject, { orgid, ...project })).toMatchObject([
      null,
      { status: 409, errcode: 'PROJECTID_TAKEN' },
    ])
    await olga.ask(createOrg, { orgid: 'elsewhere', orgname: 'Elsewhere' })
    expect(await olga.ask(createProject, { orgid: 'elsewhere', ...project })).toEqual([{ projectid: 'taken' }, null])
  })

  it('takes an id once when ten ask for it at the same moment', async () => {
    const { olga, adam, pia, anna, mila } = scene
    const race = { orgid, projectid: 'race', projectname: 'Race' }
    const answers = await Promise.all(
      [olga, adam, pia, anna, mila].flatMap(({ ask }) => [ask(createProject, race), ask(createProject, race)]),
    )
    expect(answers.filter(([data]) => data)).toHaveLength(1)
    expect(answers.flatMap(([, error]) => error?.errcode ?? [])).toEqual(Array(9).fill('PROJECTID_TAKEN'))
    expect(await olga.ask(projectInfo, race)).toMatchObject([{ membercount: 1 }, null])
  })
})

describe('whether a project id is free', () => {
  it('is said to everybody in the organisation and nobody else', async () => {
    await scene.pia.ask(createProject, { orgid, projectid: 'mine', projectname: 'Mine' })
    const ask = (projectid: string) => scene.vito.ask(isProjectidValid, { orgid, projectid })
    expect(await ask('mine')).toEqual([{ valid: false }, null])
    expect(await ask('not-mine')).toEqual([{ valid: true }, null])
    for (const ill of ['', 'x', 'No', '-a-', 'a--b', 'a'.repeat(51)])
      expect(await ask(ill)).toEqual([{ valid: false }, null])
    const stranger = await app.person('stranger')
    expect(await stranger.ask(isProjectidValid, { orgid, projectid: 'mine' })).toEqual(notThere)
  })
})

describe('editing a project', () => {
  it('shows everybody in it the new name and description', async () => {
    const { pia, anna, vito } = scene
    const place = await scene.project(orgid)
    const { projectid } = place
    expect(await pia.ask(editProjectName, { ...place, projectname: 'Southwind' })).toEqual([
      { projectid, projectname: 'Southwind' },
      null,
    ])
    const meta = { description: 'From the south.' }
    expect(await anna.ask(editProjectMeta, { ...place, meta })).toEqual([{ projectid, meta }, null])
    expect(await vito.ask(projectInfo, place)).toMatchObject([
      { projectname: 'Southwind', meta, role: ['viewer'], membercount: 4 },
      null,
    ])
    expect(await anna.ask(editProjectMeta, { ...place, meta: { description: '' } })).toEqual([
      { projectid, meta: {} },
      null,
    ])
  })

  it('says what is wrong with a name', async () => {
    const place = await scene.project(orgid)
    const [, error] = await scene.pia.ask(editProjectName, { ...place, projectname: '  ' })
    expect(error?.errdata.data).toEqual({ fields: { projectname: 'Please give a project name' } })
  })
})

describe('the overview', () => {
  it('has the true figures, and the last thirty days', async () => {
    // The day does not end in the middle of it.
    vi.useFakeTimers({ toFake: ['Date'] })
    const place = await scene.project(orgid)
    const [fresh] = await scene.vito.ask(projectOverview, place)
    expect(fresh).toMatchObject({ sheets: 0, deployments: 0, storedbytes: 0 })
    expect(fresh?.days).toHaveLength(30)
    expect(fresh?.days.at(-1)).toMatchObject({ activities: 4, storedbytes: 0 })
    const stored = { ...place, actorid: 'mila', action: 'file.upload', target: 'a.txt', bytes: 1_234 }
    await app.platform.db.transaction(tx => recordActivity(tx, stored))
    const [after] = await scene.vito.ask(projectOverview, place)
    expect(after).toMatchObject({ storedbytes: 1_234, lastupdate: expect.any(Number) })
    expect(after?.days.at(-1)).toMatchObject({ activities: 5, storedbytes: 1_234 })
    expect(after?.days.at(-2)).toMatchObject({ activities: 0, storedbytes: 0 })
    const [newest] = (await scene.vito.ask(listActivity, place))[0]?.activities ?? []
    expect(after?.lastupdate).toBe(newest?.createdat)
    // Of another project nothing is counted.
    expect(await scene.vito.ask(projectOverview, await scene.project(orgid))).toMatchObject([{ storedbytes: 0 }, null])
  })
})

describe('what was done', () => {
  it('stands in the activity of the project and in the audit log of the organisation', async () => {
    const { olga, pia, vito } = scene
    const place = await scene.project(orgid, 'Logged')
    await pia.ask(editProjectName, { ...place, projectname: 'Renamed' })
    const [page] = await vito.ask(listActivity, { ...place, limit: 4 })
    expect(page?.activities.map(({ actorid, action, target, data }) => [actorid, action, target, data])).toEqual([
      ['pia', 'project.rename', place.projectid, { projectname: 'Renamed' }],
      ['pia', 'project.user.add', 'vito', { role: ['viewer'] }],
      ['pia', 'project.user.add', 'mila', { role: ['member'] }],
      ['pia', 'project.user.add', 'anna', { role: ['admin'] }],
    ])
    const [rest] = await vito.ask(listActivity, { ...place, limit: 4, cursor: page?.cursor ?? '' })
    expect(rest).toMatchObject({ activities: [{ action: 'project.create' }], cursor: null })
    const [audit] = await olga.ask(listAudit, { orgid, limit: 2 })
    expect(audit?.entries).toMatchObject([
      { actorid: 'pia', action: 'project.rename', target: place.projectid, data: { projectname: 'Renamed' } },
      {
        actorid: 'pia',
        action: 'project.user.add',
        target: 'vito',
        data: { projectid: place.projectid, role: ['viewer'] },
      },
    ])
  })
})

describe('a project', () => {
  it('is not there for the organisation next door, even under the same id', async () => {
    const { olga, pia } = scene
    const other = await scene.organisation()
    const place = await scene.project(other)
    await olga.ask(createOrg, { orgid: 'third', orgname: 'Third' })
    const elsewhere = { orgid: 'third', projectid: place.projectid }
    expect(await pia.ask(projectInfo, elsewhere)).toEqual(notThere)
    expect(await olga.ask(projectInfo, elsewhere)).toEqual(notThere)
    expect(await pia.ask(projectInfo, place)).toMatchObject([{ projectid: place.projectid }, null])
  })
})
