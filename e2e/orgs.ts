import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { anyAddress, holdBack, keepCredentials, otherBrowser, type Person, somebody } from './fixtures.ts'
import { linkInMail } from './mail.ts'

export interface Account extends Person {
  credentials: { accesstoken: string; userid: string; email: string }
}

/** A call of the API, as a script of that person makes it. */
export async function api<T>(request: APIRequestContext, as: Account | undefined, path: string, data: unknown) {
  const headers = {
    'x-forwarded-for': anyAddress(),
    ...(as ? { authorization: `Bearer ${as.credentials.accesstoken}` } : {}),
  }
  const answer = await request.post(`/api/v1${path}`, { headers, data })
  const body = await answer.json()
  expect(answer.ok(), `${path}: ${JSON.stringify(body)}`).toBe(true)
  return body.data as T
}

/** Somebody with an account, signed up without the screens, which other journeys show. */
export async function account(request: APIRequestContext, name?: string): Promise<Account> {
  const person = somebody(name)
  return { ...person, credentials: await api(request, undefined, '/login/userid/signup', person) }
}

/** Somebody who has followed the link of the first mail and may invite. */
export async function verified(request: APIRequestContext, name?: string): Promise<Account> {
  const person = await account(request, name)
  const link = await linkInMail(request, person.email, 'Verify your e-mail address')
  await api(request, undefined, '/login/validatemailverifylink', { token: new URL(link).searchParams.get('token') })
  return person
}

export interface Org {
  orgid: string
  orgname: string
}

export async function orgOf(request: APIRequestContext, owner: Account, orgname = 'Northwind'): Promise<Org> {
  const orgid = `${orgname.toLowerCase()}-${owner.userid.split('-')[1]}`
  await api(request, owner, '/orgs/create', { orgid, orgname })
  return { orgid, orgname }
}

interface Sent {
  id: string
  link: string
}

export const invite = (request: APIRequestContext, owner: Account, { orgid }: Org, { userid }: Person) =>
  api<Sent>(request, owner, '/orgs/invite/user', { orgid, userid })

export const inviteByMail = (request: APIRequestContext, owner: Account, { orgid }: Org, email: string) =>
  api<Sent>(request, owner, '/orgs/invite/email', { orgid, email })

/** Makes somebody a member without a screen. */
export async function join(request: APIRequestContext, owner: Account, org: Org, person: Account): Promise<void> {
  const { id } = await invite(request, owner, org, person)
  await api(request, person, '/orgs/invite/user/accept', { id })
}

/** Opens the product as that person, and ends when the page hears what happens elsewhere. */
export async function enter(page: Page, { credentials }: Account, path = '/org'): Promise<void> {
  await keepCredentials(page, credentials)
  const listening = page.waitForResponse(/\/api\/v1\/events\?/)
  await page.goto(path)
  await listening
}

/**
 * Opens the product for somebody who hears nothing of others until that is let through: with such news a page reads anew what it
 * could not read, before anybody asks it to.
 */
export async function enterUnheard(page: Page, { credentials }: Account, path: string): Promise<() => void> {
  const letHear = await stopHearing(page)
  await keepCredentials(page, credentials)
  await page.goto(path)
  return letHear
}

/** From its next opening on the page hears nothing of others, as above. */
export const stopHearing = (page: Page) => holdBack(page, /\/api\/v1\/events\?/)

/** A browser of somebody else's, in which that person is signed in. */
export async function browserOf(browser: Browser, person: Account, path?: string): Promise<Page> {
  const page = await otherBrowser(browser)
  await enter(page, person, path)
  return page
}
