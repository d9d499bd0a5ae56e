import { createOrg } from '@plinth/contract/orgs'
import type { ProjectRole } from '@plinth/contract/permissions'
import { addProjectUser } from '@plinth/contract/project-users'
import { createProject } from '@plinth/contract/projects'
import type { Person, startAccount } from './people.ts'

type App = Awaited<ReturnType<typeof startAccount>>

let number = 0

/**
 * Organisations with olga as Owner, adam as Admin, and pia, anna, mila and vito as Members, and projects in them of which pia
 * is the owner, anna an admin, mila a member and vito a viewer.
 */
export async function createScene(app: App) {
  const people = {
    olga: await app.verifiedPerson('olga'),
    adam: await app.person('adam'),
    pia: await app.person('pia'),
    anna: await app.person('anna'),
    mila: await app.person('mila'),
    vito: await app.person('vito'),
  }
  const { olga, adam, pia, anna, mila, vito } = people

  async function organisation(): Promise<string> {
    const orgid = `org-${number++}`
    // One person invites them all, and would run into the limit of invites an hour.
    await app.platform.ratelimit.reset('inviteByAccount:olga')
    await olga.ask(createOrg, { orgid, orgname: `Org ${orgid}` })
    await app.join(olga, orgid, adam, ['Admin'])
    for (const person of [pia, anna, mila, vito]) await app.join(olga, orgid, person, ['Member'])
    return orgid
  }

  async function project(orgid: string, name = `Project ${number}`) {
    const place = { orgid, projectid: `project-${number++}` }
    const [, error] = await pia.ask(createProject, { ...place, projectname: name })
    if (error) throw new Error(error.msg)
    await add(place, anna, ['admin'])
    await add(place, mila, ['member'])
    await add(place, vito, ['viewer'])
    return place
  }

  async function add(place: { orgid: string; projectid: string }, { userid }: Person, role: ProjectRole[]) {
    const [, error] = await pia.ask(addProjectUser, { ...place, userid, role })
    if (error) throw new Error(error.msg)
  }

  return { ...people, organisation, project, add }
}
