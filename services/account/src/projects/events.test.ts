import type { Event } from '@plinth/contract/events'
import { removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { addProjectUser, leaveProject, removeProjectUser, replaceProjectRoles } from '@plinth/contract/project-users'
import {
  createProject,
  deleteProject,
  editProjectMeta,
  editProjectName,
  restoreProject,
} from '@plinth/contract/projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../testing/listen.ts'
import { type Person, startAccount } from '../testing/people.ts'
import { createScene } from '../testing/project-scene.ts'
import { publishUserChanged } from '../user-changed.ts'

let app: Awaited<ReturnType<typeof startAccount>>
let scene: Awaited<ReturnType<typeof createScene>>
let orgid: string

beforeAll(async () => {
  app = await startAccount()
  scene = await createScene(app)
  orgid = await scene.organisation()
})
afterAll(() => app.close())

type Name = 'olga' | 'adam' | 'pia' | 'anna' | 'mila' | 'vito'

/**
 * What each of these people hears about projects while something is done. Events come in the order of the commits, so once
 * somebody has heard of what was told them afterwards, nothing from before is on its way any more.
 */
async function heardWhile(names: Name[], work: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const streams = await Promise.all(names.map(async name => ({ name, ...(await listen(app.url, scene[name])) })))
  await work()
  const heard = await Promise.all(
    streams.map(async ({ name, heard, close }) => {
      await untilQuiet(scene[name], heard)
      await close()
      return [name, heard.filter(({ type }) => type.startsWith('project')).map(told)] as const
    }),
  )
  return Object.fromEntries(heard)
}

async function untilQuiet({ userid }: Person, heard: Event[]): Promise<void> {
  await app.platform.db.transaction(async tx => publishUserChanged(tx, userid))
  await expect.poll(() => heard.some(({ type }) => type === 'user.changed')).toBe(true)
}

const told = ({ type, data: { projectid, what } }: Event) => [type, projectid, what].filter(Boolean).join(' ')

describe('what people hear of projects', () => {
  it('of a new one, whoever created it and those who see all', async () => {
    const project = { orgid, projectid: 'fresh', projectname: 'Fresh' }
    const heard = await heardWhile(['olga', 'adam', 'mila', 'vito'], () => scene.mila.ask(createProject, project))
    const news = ['projects.changed fresh']
    expect(heard).toEqual({ olga: news, adam: news, mila: news, vito: [] })
  })

  it('of a new name, everybody who sees it, once', async () => {
    const place = await scene.project(orgid)
    await scene.pia.ask(removeProjectUser, { ...place, userid: 'vito' })
    // She sees it twice over, as the organisation's Owner and as one of its people.
    await scene.add(place, scene.olga, ['viewer'])
    const heard = await heardWhile(['olga', 'adam', 'pia', 'mila', 'vito'], async () => {
      await scene.pia.ask(editProjectName, { ...place, projectname: 'Other' })
      await scene.pia.ask(editProjectMeta, { ...place, meta: { description: 'Other' } })
    })
    const { projectid } = place
    const news = [
      `project.changed ${projectid} project`,
      `projects.changed ${projectid}`,
      `project.changed ${projectid} project`,
    ]
    expect(heard).toEqual({ olga: news, adam: news, pia: news, mila: news, vito: [] })
  })

  it('of the people in it, those who see it; of their own place, the person too', async () => {
    const place = await scene.project(orgid)
    const { projectid } = place
    const heard = await heardWhile(['olga', 'vito', 'mila'], async () => {
      await scene.pia.ask(replaceProjectRoles, { ...place, userid: 'mila', role: ['admin'] })
      await scene.pia.ask(addProjectUser, { ...place, userid: 'adam' })
    })
    const news = Array(2).fill(`project.changed ${projectid} users`)
    expect(heard.olga).toEqual(news)
    expect(heard.vito).toEqual(news)
    expect(heard.mila?.toSorted()).toEqual([...news, `projects.changed ${projectid}`])
  })

  it('of one that goes and comes back, everybody who saw it', async () => {
    const place = await scene.project(orgid)
    const heard = await heardWhile(['olga', 'vito'], async () => {
      await scene.pia.ask(deleteProject, place)
      await scene.pia.ask(restoreProject, place)
    })
    const news = `projects.changed ${place.projectid}`
    for (const who of ['olga', 'vito']) expect(heard[who]?.filter(event => event === news)).toHaveLength(2)
  })

  it('nothing any more once they are removed, and all from when they are added', async () => {
    const place = await scene.project(orgid)
    await scene.pia.ask(removeProjectUser, { ...place, userid: 'anna' })
    const vito = await listen(app.url, scene.vito)
    const anna = await listen(app.url, scene.anna)
    await scene.pia.ask(removeProjectUser, { ...place, userid: 'vito' })
    await scene.pia.ask(addProjectUser, { ...place, userid: 'anna' })
    await expect.poll(() => vito.heard.map(told)).toContain(`projects.changed ${place.projectid}`)
    await expect.poll(() => anna.heard.map(told)).toContain(`projects.changed ${place.projectid}`)
    await untilQuiet(scene.vito, vito.heard)
    await untilQuiet(scene.anna, anna.heard)
    for (const { heard } of [vito, anna]) heard.length = 0
    await scene.pia.ask(editProjectName, { ...place, projectname: 'Secret' })
    await scene.mila.ask(leaveProject, place)
    await untilQuiet(scene.vito, vito.heard)
    expect(vito.heard.map(told)).toEqual(['user.changed'])
    const news = [
      `project.changed ${place.projectid} project`,
      `projects.changed ${place.projectid}`,
      `project.changed ${place.projectid} users`,
    ]
    await expect.poll(() => anna.heard.map(told)).toEqual(news)
    await Promise.all([vito.close(), anna.close()])
  })

  it('follows the role in the organisation: an Admin hears of all, and as a Member of their own', async () => {
    const orgid = await scene.organisation()
    const place = await scene.project(orgid)
    const adam = await listen(app.url, scene.adam)
    await scene.olga.ask(replaceOrgRoles, { orgid, userid: 'adam', role: ['Member'] })
    await expect.poll(() => adam.heard.some(({ type }) => type === 'orgs.changed')).toBe(true)
    await untilQuiet(scene.adam, adam.heard)
    adam.heard.length = 0
    await scene.pia.ask(editProjectName, { ...place, projectname: 'Other' })
    await untilQuiet(scene.adam, adam.heard)
    expect(adam.heard.map(told)).toEqual(['user.changed'])
    await adam.close()
  })

  it('of somebody who goes out of the organisation, those in their projects, and the heir', async () => {
    const orgid = await scene.organisation()
    const place = await scene.project(orgid)
    const heard = await heardWhile(['olga', 'vito'], () => scene.olga.ask(removeOrgUser, { orgid, userid: 'pia' }))
    const news = `project.changed ${place.projectid} users`
    expect(heard).toEqual({ olga: [`projects.changed ${place.projectid}`, news], vito: [news] })
  })
})
