import type { APIRequestContext, Page } from '@playwright/test'
import { expect, type Person, signUpByHand } from './fixtures.ts'
import { linkInMail } from './mail.ts'

export const banner = (page: Page) => page.getByText('until this address is verified')
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Ends when the page hears what happens elsewhere, so that nothing is told before it listens. */
export async function signUpAndListen(page: Page, person: Person): Promise<void> {
  const listening = page.waitForResponse(/\/api\/v1\/events\?/)
  await signUpByHand(page, person)
  await listening
}

export async function signIn(page: Page, userid: string, password: string): Promise<void> {
  await page.getByLabel('User id or e-mail').fill(userid)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function bearer(page: Page): Promise<{ authorization: string }> {
  const stored = await page.evaluate(() => localStorage.getItem('user-credentials'))
  return { authorization: `Bearer ${JSON.parse(stored ?? '{}').accesstoken}` }
}

/** Asks for the change and answers the link that was sent to the new address. */
export async function askForChange(page: Page, request: APIRequestContext, email: string): Promise<string> {
  const headers = await bearer(page)
  const answer = await request.post('/api/v1/login/email/change/verificationlink', { headers, data: { email } })
  expect(answer.ok()).toBe(true)
  return linkInMail(request, email, 'Verify your new e-mail address')
}
