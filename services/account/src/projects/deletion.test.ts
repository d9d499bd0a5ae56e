import { createOrg, deleteOrg } from '@plinth/contract/orgs'
import { listProjectUsers } from '@plinth/contract/project-users'
import {
  createProject,
  deleteProject,
  isProjectidValid,
  listActivity,
  listDeletedProjects,
  listProjects,
  projectInfo,
  projectOverview,
  restoreProject,
} from '@plinth/contract/projects'
import { recordActivity } from '@plinth/platform/activity'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, startAccount } from '../testing/people.ts'
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
const idsFor = async ({ ask }: Person) =>
  (await ask(listProjects, { orgid, limit: 100 }))[0]?.projects.map(({ projectid }) => projectid)
const deletedFor = async ({ ask }: Person) =>
  (await ask(listDeletedProjects, { orgid }))[0]?.projects.map(({ projectid }) => projectid)

describe('deleting a project', () => {
  it('hides it from everybody at once, and keeps its id', async () => {
    const { olga, adam, pia, vito } = scene
    const place = await scene.project(orgid)
    expect(await pia.ask(deleteProject, place)).toEqual([{}, null])
    for (const person of [olga, adam, pia, vito]) {
      expect(await idsFor(person)).not.toContain(place.projectid)
      for (const call of [projectInfo, listProjectUsers, projectOverview, listActivity]) {
        expect(await person.ask(call, place)).toEqual(notThere)
      }
    }
    expect(await pia.ask(deleteProject, place)).toEqual(notThere)
    expect(await vito.ask(isProjectidValid, place)).toEqual([{ valid: false }, null])
    expect(await olga.ask(createProject, { ...place, projectname: 'Again' })).toMatchObject([
      null,
      { errcode: 'PROJECTID_TAKEN' },
    ])
  })

  it('can be undone by its owners and the Owners of the organisation, and by nobody else', async () => {
    const { olga, adam, pia, anna, vito } = scene
    const place = await scene.project(orgid)
    for (const restorer of [pia, olga]) {
      await pia.ask(deleteProject, place)
      for (const person of [adam, anna, vito]) {
        expect(await deletedFor(person)).toEqual([])
        expect(await person.ask(restoreProject, place)).toEqual(notThere)
      }
      const [deleted] = await restorer.ask(listDeletedProjects, { orgid })
      const { deletedat = 0, purgedat = 0 } = deleted?.projects[0] ?? {}
      expect(deleted?.projects[0]).toMatchObject({ projectid: place.projectid })
      expect(purgedat - deletedat).toBe(30 * 24 * 3_600_000)
      expect(await restorer.ask(restoreProject, place)).toEqual([{}, null])
      expect(await vito.ask(projectInfo, place)).toMatchObject([{ role: ['viewer'], membercount: 4 }, null])
      expect(await idsFor(vito)).toContain(place.projectid)
      expect(await restorer.ask(restoreProject, place)).toEqual(notThere)
      expect(await deletedFor(restorer)).not.toContain(place.projectid)
    }
  })

  it('lists what was deleted, the newest first, in pages', async () => {
    const orgid = await scene.organisation()
    const { pia } = scene
    for (let n = 0; n < 55; n++) {
      await pia.ask(createProject, { orgid, projectid: `gone-${n}`, projectname: `Gone ${n}` })
      await pia.ask(deleteProject, { orgid, projectid: `gone-${n}` })
    }
    const [first] = await pia.ask(listDeletedProjects, { orgid })
    const [second] = await pia.ask(listDeletedProjects, { orgid, cursor: first?.cursor ?? '' })
    const all = [...(first?.projects ?? []), ...(second?.projects ?? [])]
    expect([first?.projects.length, second?.projects.length, second?.cursor]).toEqual([50, 5, null])
    expect(new Set(all.map(({ projectid }) => projectid)).size).toBe(55)
    expect(all.map(({ deletedat }) => deletedat)).toEqual(
      all
        .map(({ deletedat }) => deletedat)
        .toSorted()
        .reverse(),
    )
  })

  it('comes with deleting its organisation', async () => {
    const { olga, pia } = scene
    const orgid = await scene.organisation()
    const place = await scene.project(orgid)
    await olga.ask(deleteOrg, { orgid })
    expect(await pia.ask(projectInfo, place)).toEqual(notThere)
    expect(await olga.ask(listProjects, { orgid })).toEqual(notThere)
  })
})

describe('a deleted project', () => {
  const day = 24 * 3_600_000

  /** An app that is born with this clock, which is then set forward. */
  async function beginning() {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await startAccount()
    const owner = await app.verifiedPerson('olga')
    await owner.ask(createOrg, { orgid: 'acme', orgname: 'Acme' })
    const place = { orgid: 'acme', projectid: 'short-lived' }
    await owner.ask(createProject, { ...place, projectname: 'Short-lived' })
    await app.platform.db.transaction(tx =>
      recordActivity(tx, { ...place, actorid: 'olga', action: 'file.upload', target: 'a', bytes: 9 }),
    )
    await app.platform.jobs.idle()
    const later = async (days: number) => {
      vi.setSystemTime(Date.now() + days * day)
      await app.platform.jobs.idle()
    }
    return { app, owner, place, later }
  }

  it('is for good after 30 days, and the id is free again', async () => {
    const { app, owner, place, later } = await beginning()
    const other = { orgid: 'acme', projectid: 'long-lived' }
    await owner.ask(createProject, { ...other, projectname: 'Long-lived' })
    await owner.ask(deleteProject, place)
    await later(29)
    expect(await owner.ask(isProjectidValid, place)).toEqual([{ valid: false }, null])
    await later(2)
    expect(await owner.ask(isProjectidValid, place)).toEqual([{ valid: true }, null])
    expect(await owner.ask(listDeletedProjects, { orgid: 'acme' })).toMatchObject([{ projects: [] }, null])
    await owner.ask(createProject, { ...place, projectname: 'Again' })
    expect(await owner.ask(projectOverview, place)).toMatchObject([{ storedbytes: 0 }, null])
    expect(await owner.ask(listActivity, place)).toMatchObject([{ activities: [{ action: 'project.create' }] }, null])
    expect(await owner.ask(listProjectUsers, place)).toMatchObject([{ membercount: 1 }, null])
    expect(await owner.ask(listActivity, other)).toMatchObject([{ activities: [{ action: 'project.create' }] }, null])
    await app.close()
  })

  it('cannot be brought back once it is due to be purged, even if that has not begun', async () => {
    const place = await scene.project(orgid)
    await scene.pia.ask(deleteProject, place)
    const { query } = app.platform.db.withTables<{ projects: { projectid: string; deletedat: number } }>()
    const overdue = Date.now() - 30 * day - 1
    await query.updateTable('projects').set({ deletedat: overdue }).where('projectid', '=', place.projectid).execute()
    for (const person of [scene.pia, scene.olga]) {
      expect(await deletedFor(person)).not.toContain(place.projectid)
      expect(await person.ask(restoreProject, place)).toEqual(notThere)
    }
  })

  it('goes with its organisation, and nothing of it is left', async () => {
    const { app, owner, later } = await beginning()
    await owner.ask(deleteOrg, { orgid: 'acme' })
    await later(31)
    const tables = ['orgs', 'orgmembers', 'projects', 'projectmembers', 'projectwords', 'projectmemberwords']
    for (const table of [...tables, 'activity', 'projectdays', 'audit']) {
      const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(app.platform.db.query)
      expect([table, rows.length]).toEqual([table, 0])
    }
    await app.close()
  })
})
