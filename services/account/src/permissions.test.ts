import { createAccessToken } from '@plinth/contract/access-tokens'
import { apiBase, type Call } from '@plinth/contract/call'
import { calls } from '@plinth/contract/calls'
import { inviteByEmail } from '@plinth/contract/invites'
import { createOrg, leaveOrg } from '@plinth/contract/orgs'
import { type OrgRole, orgRoles, type Permission, type ProjectRole, permissions } from '@plinth/contract/permissions'
import { addProjectUser, removeProjectUser } from '@plinth/contract/project-users'
import { createProject } from '@plinth/contract/projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startAccount } from './testing/people.ts'

type Guarded = Call & { permission: Permission }

/** Every call that takes a role in an organisation or a project, as every role and as everybody who has none there. */
const isGuarded = (call: Call): call is Guarded => call.auth === 'token' && call.permission in permissions
/** Filestores are another table, with levels of their own, and are run through it beside their code. */
const ofFilestores = ({ path }: Call) => path.startsWith('/filestore/')
const takesRoleIn = (scope: 'org' | 'project') =>
  calls.filter(isGuarded).filter(call => permissions[call.permission].scope === scope && !ofFilestores(call))

let app: Awaited<ReturnType<typeof startAccount>>
const people: Record<string, Person> = {}
const roles = orgRoles.map(({ role }) => role)
/** Members of the organisation who are this in its project. */
const inProject: Record<string, ProjectRole> = { pia: 'owner', anna: 'admin', mila: 'member', vito: 'viewer' }
const strangers = ['stranger', 'neighbour', 'removed']

beforeAll(async () => {
  app = await startAccount()
  const ofOrgs = [...roles.map(role => role.toLowerCase()), ...strangers, 'target']
  for (const userid of [...ofOrgs, ...Object.keys(inProject), 'expelled', 'elsewhere']) {
    people[userid] = await app.verifiedPerson(userid)
  }
  await person('neighbour').ask(createOrg, { orgid: 'next-door', orgname: 'Next door' })
})
afterAll(() => app.close())

function person(userid: string): Person {
  const found = people[userid]
  if (!found) throw new Error(userid)
  return found
}

let number = 0

/** A fresh organisation with everybody in place, and a pending invite. */
async function scene() {
  const orgid = `scene-${number++}`
  const owner = person('owner')
  // One owner builds them all, and would run into the limit of invites an hour.
  await app.platform.ratelimit.reset('inviteByAccount:owner')
  await owner.ask(createOrg, { orgid, orgname: 'Scene' })
  for (const role of ['Admin', 'Member'] as const) await app.join(owner, orgid, person(role.toLowerCase()), [role])
  for (const userid of ['removed', 'target']) await app.join(owner, orgid, person(userid), ['Owner'])
  await person('removed').ask(leaveOrg, { orgid })
  const [invite] = await owner.ask(inviteByEmail, { orgid, email: `scene${number}@example.org` })
  return { orgid, id: invite?.id ?? '' }
}

/** An organisation for all the projects below. The one who is somewhere else has a project of their own in it. */
async function organisationOfProjects(): Promise<string> {
  const { orgid } = await scene()
  const members = [...Object.keys(inProject), 'expelled', 'elsewhere']
  for (const userid of members) await app.join(person('owner'), orgid, person(userid), ['Member'])
  await person('elsewhere').ask(createProject, { orgid, projectid: 'elsewhere', projectname: 'Elsewhere' })
  return orgid
}

/** A fresh project with everybody in place. */
async function projectIn(orgid: string) {
  const place = { orgid, projectid: `project-${number++}` }
  const owner = person('pia')
  await owner.ask(createProject, { ...place, projectname: 'Scene' })
  const joining: [string, ProjectRole][] = [...Object.entries(inProject), ['target', 'admin'], ['expelled', 'owner']]
  for (const [userid, role] of joining) await owner.ask(addProjectUser, { ...place, userid, role: [role] })
  await owner.ask(removeProjectUser, { ...place, userid: 'expelled' })
  return place
}

/** With a body that has whatever any of them asks for. */
async function attempt(call: Call, accesstoken: string, { id, ...place }: { orgid: string; [more: string]: string }) {
  const usual = { userid: 'target', role: ['Member'], orgname: 'Renamed', orgmeta: { description: 'New' } }
  const more = { email: 'new@example.org', searchkey: 'target', isexternal: false, requiretwofactor: false }
  const project = { projectid: 'new-project', projectname: 'Renamed', meta: { description: 'New' } }
  const particular = { inviteByEmail: { isexternal: true }, replaceProjectRoles: { role: ['viewer'] } }
  const own = { ...particular, addProjectUser: { role: ['viewer'] } }[call.name]
  // An invite's own calls name it by its id; the organisation is then not theirs to say.
  const body = 'id' in call.request.shape ? { id } : { ...usual, ...more, ...project, ...place, ...own }
  const query = call.method === 'GET' ? `?${new URLSearchParams(place)}` : ''
  const response = await fetch(app.url + apiBase + call.path + query, {
    method: call.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accesstoken}` },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as { errcode?: string } }
}

const notThere = [404, 'NOT_FOUND']

describe.each(takesRoleIn('org').map(call => [call.name, call] as const))('%s', (_, call) => {
  const allowed: readonly string[] = permissions[call.permission].roles

  it.each(roles)(`as %s`, async (role: OrgRole) => {
    const { status, body } = await attempt(call, person(role.toLowerCase()).accesstoken, await scene())
    if (!allowed.includes(role)) expect([status, body.errcode]).toEqual([403, 'FORBIDDEN'])
    // There is no deleted project here; who may bring one back is shown where there is.
    else if (call.name === 'restoreProject') expect([status, body.errcode]).toEqual(notThere)
    else expect([200, 409], JSON.stringify(body)).toContain(status)
  })

  it.each(strangers)('as %s it is not there', async userid => {
    const { status, body } = await attempt(call, person(userid).accesstoken, await scene())
    expect([status, body.errcode]).toEqual(notThere)
  })
})

describe('in a project', () => {
  let orgid: string
  beforeAll(async () => {
    orgid = await organisationOfProjects()
  })

  describe.each(takesRoleIn('project').map(call => [call.name, call] as const))('%s', (_, call) => {
    const allowed: readonly string[] = permissions[call.permission].roles
    const actsAs: [string, ProjectRole][] = [...Object.entries(inProject), ['owner', 'owner'], ['admin', 'admin']]

    it.each(actsAs)('as %s, who is as good as %s', async (userid, role) => {
      const { status, body } = await attempt(call, person(userid).accesstoken, await projectIn(orgid))
      const belongs = userid in inProject
      if (!allowed.includes(role)) expect([status, body.errcode]).toEqual([403, 'FORBIDDEN'])
      // Whoever only sees it by their role in the organisation has nothing to leave.
      else if (call.name === 'leaveProject' && !belongs) expect([status, body.errcode]).toEqual(notThere)
      else expect([200, 409], JSON.stringify(body)).toContain(status)
    })

    it.each(['member', 'elsewhere', 'expelled', ...strangers])('as %s it is not there', async userid => {
      const { status, body } = await attempt(call, person(userid).accesstoken, await projectIn(orgid))
      expect([status, body.errcode]).toEqual(notThere)
    })

    it('in the organisation next door it is not there, for its Owner either', async () => {
      const { projectid } = await projectIn(orgid)
      const { status, body } = await attempt(call, person('neighbour').accesstoken, { orgid: 'next-door', projectid })
      expect([status, body.errcode]).toEqual(notThere)
    })

    it('takes a token that allows it', async () => {
      const [read] = await person('pia').ask(createAccessToken, { name: 'Reader', scope: 'read', days: 1 })
      const { status, body } = await attempt(call, read?.token ?? '', await projectIn(orgid))
      if (call.scope === 'read') expect(status).toBe(200)
      else expect([status, body.errcode]).toEqual([403, 'TOKEN_SCOPE'])
    })
  })
})
