import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, somebody } from './fixtures.ts'
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

const msg = 'Too many tries. Wait a little, then try again.'
const errdata = { code: 'TOO_MANY_TRIES', data: null, msg }
const refusal = { status: 429, json: { status: 429, errcode: errdata.code, msg, errdata } }

/** Has the server refuse a call, as it does when it is asked too often. */
export async function refuse(page: Page, path: string): Promise<void> {
  await page.route(path, route => route.fulfill(refusal))
}

/** Reads a list on until that is seen. News read it anew from its beginning, and take along what was said of its rest. */
export async function readOn(more: Locator, seen: Locator): Promise<void> {
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 2_000 })
    await expect(seen).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** Has a list come as one line and a further page, which is refused until it is let go. */
export async function refuseNextPage(page: Page, path: string | RegExp, lines: string): Promise<() => void> {
  let refusing = true
  await page.route(path, async route => {
    const [url, sent] = [new URL(route.request().url()), route.request().postDataJSON()]
    const isNext = url.searchParams.has('cursor') || Boolean(sent?.cursor)
    if (isNext && refusing) return route.fulfill(refusal)
    url.searchParams.delete('cursor')
    const response = await route.fetch({
      url: url.href,
      ...(sent ? { postData: { ...sent, cursor: undefined } } : {}),
    })
    const { data, ...rest } = await response.json()
    const cut = { [lines]: isNext ? data[lines].slice(1) : data[lines].slice(0, 1), cursor: isNext ? null : 'next' }
    await route.fulfill({ response, json: { ...rest, data: { ...data, ...cut } } })
  })
  return () => {
    refusing = false
  }
}
