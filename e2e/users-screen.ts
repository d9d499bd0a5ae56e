import type { APIRequestContext, Page } from '@playwright/test'
import { somebody } from './fixtures.ts'
import { type Account, api, type Org, orgOf, verified } from './orgs.ts'

export const inviteMail = "You're invited to join Harbour"

/** Somebody with an account and a name that no other person of the test has. */
export async function account(request: APIRequestContext, userid: string, name: string): Promise<Account> {
  const person = { ...somebody(userid), name }
  return { ...person, credentials: await api(request, undefined, '/login/userid/signup', person) }
}

export interface World extends Org {
  owner: Account
}

export async function newOrg(request: APIRequestContext): Promise<World> {
  const owner = await verified(request, 'olga')
  return { owner, ...(await orgOf(request, owner, 'Harbour')) }
}

export async function accept(request: APIRequestContext, who: Account): Promise<void> {
  const { invites } = await api<{ invites: { id: string }[] }>(request, who, '/orgs/invite/user/listreceived', {})
  await api(request, who, '/orgs/invite/user/accept', { id: invites[0]?.id })
}

export async function addMember(request: APIRequestContext, { owner, orgid }: World, who: Account, role = 'Member') {
  await api(request, owner, '/orgs/invite/user', { orgid, userid: who.userid, role: [role] })
  await accept(request, who)
}

/** Has the server refuse a call, as it does when it is asked too often. */
export async function refuse(page: Page, path: string): Promise<void> {
  const msg = 'Too many tries. Wait a little, then try again.'
  const errdata = { code: 'TOO_MANY_TRIES', data: null, msg }
  await page.route(path, route =>
    route.fulfill({ status: 429, json: { status: 429, errcode: errdata.code, msg, errdata } }),
  )
}

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(text, { exact: true }) })
export const dialog = (page: Page) => page.getByRole('dialog')
export const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

export async function openActions(page: Page, name: string, entry: string): Promise<void> {
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

export async function chooseRole(page: Page, role: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Role' }).selectOption(role)
}
