import type { APIRequestContext, Page } from '@playwright/test'
import { somebody } from './fixtures.ts'
import { type Account, api, join, type Org, orgOf, verified } from './orgs.ts'

type Credentials = Account['credentials']

const signup = '/login/userid/signup'

export interface Project extends Org {
  projectid: string
  projectname: string
}

export async function projectOf(
  request: APIRequestContext,
  owner: Account,
  org: Org,
  projectname = 'Fieldwork',
): Promise<Project> {
  const projectid = projectname.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  await api(request, owner, '/project/create', { orgid: org.orgid, projectid, projectname })
  return { ...org, projectid, projectname }
}

export async function addToProject(
  request: APIRequestContext,
  by: Account,
  { orgid, projectid }: Project,
  { userid }: Account,
  role = 'member',
): Promise<void> {
  await api(request, by, '/project/adduser', { orgid, projectid, userid, role: [role] })
}

/** Somebody of the organisation, with a name that no other person of the test has. */
export async function memberOf(request: APIRequestContext, boss: Account, org: Org, name: string): Promise<Account> {
  const person = { ...somebody(name.toLowerCase().split(' ')[0]), name }
  const somebodyNew = { ...person, credentials: await api<Credentials>(request, undefined, signup, person) }
  await join(request, boss, org, somebodyNew)
  return somebodyNew
}

export interface Team extends Project {
  /** Owner of the organisation, who does not belong to the project. */
  boss: Account
  /** Made the project, and is a Member of the organisation, as are the others. */
  owner: Account
  admin: Account
  member: Account
  viewer: Account
}

/** A project with one person of each role. */
export async function newTeam(request: APIRequestContext): Promise<Team> {
  const boss = await verified(request, 'boss')
  const org = await orgOf(request, boss)
  const owner = await memberOf(request, boss, org, 'Olga Vik')
  const project = await projectOf(request, owner, org)
  const added = async (name: string, role: string) => {
    const person = await memberOf(request, boss, org, name)
    await addToProject(request, owner, project, person, role)
    return person
  }
  const admin = await added('Ada Holm', 'admin')
  const member = await added('Max Berg', 'member')
  const viewer = await added('Vera Lund', 'viewer')
  return { boss, owner, admin, member, viewer, ...project }
}

/** Has the server refuse a call, as it does when it is asked too often. */
export async function refuse(page: Page, path: string): Promise<void> {
  const msg = 'Too many tries. Wait a little, then try again.'
  const errdata = { code: 'TOO_MANY_TRIES', data: null, msg }
  await page.route(path, route =>
    route.fulfill({ status: 429, json: { status: 429, errcode: errdata.code, msg, errdata } }),
  )
}
