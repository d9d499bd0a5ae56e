import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export interface Person {
  userid: string
  name: string
  email: string
  password: string
}

let people = 0

/** Somebody new: no two tests share a person, an organisation or an address. */
export function somebody(name = 'mara'): Person {
  // No word of it begins with a digit: whoever searches for "person 3" means a name.
  const userid = `${name}-x${process.pid}x${Date.now().toString(36)}${people++}`
  return { userid, name: 'Mara Lind', email: `${userid}@example.org`, password: 'Passw0rd!' }
}

/** Signs up through the screens, as a new user does, and ends on the first signed-in page. */
export async function signUpByHand(page: Page, person: Person): Promise<void> {
  await page.goto('/auth/signup')
  await page.getByLabel('User id', { exact: true }).fill(person.userid)
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/org/)
}

/** An account of this browser's, as if it had been made through the screens, which take longer and have journeys of their own. */
export async function signUp(page: Page, person: Person, path = '/org'): Promise<void> {
  const headers = { 'x-forwarded-for': anyAddress() }
  const answer = await page.context().request.post('/api/v1/login/userid/signup', { headers, data: person })
  expect(answer.ok(), await answer.text()).toBe(true)
  await keepCredentials(page, (await answer.json()).data)
  await page.goto(path)
}

/** On a page of our origin that has nothing to load. */
export async function keepCredentials(page: Page, credentials: object): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(text => localStorage.setItem('user-credentials', text), JSON.stringify(credentials))
}

let visitors = 0
/** The server counts what comes from one address. */
export const anyAddress = () => `203.0.${process.pid % 250}.${visitors++ % 250}`

/** axe finds nothing, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way from one theme to the other is nobody's contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const dark of [false, true]) {
    await page.locator('html').evaluate((html, on) => html.classList.toggle('dark', on), dark)
    // A dialog that is still fading in lends its scrim's colours to what lies behind it; what is wrong for good stays wrong.
    await expect(async () => {
      // In the page itself: the other way opens a page more for each look, for frames of other sites, which we have none of.
      const axe = new AxeBuilder({ page }).setLegacyMode()
      // The theme changes colours and nothing else, so the second look is at colours alone.
      const { violations } = await (dark ? axe.withRules('color-contrast') : axe).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
    }).toPass({ timeout: 120_000 })
  }
}

/** A page gives a call up after some seconds. Here it waits for as long as a slow machine takes to let its answer through. */
export async function bePatient(page: Page): Promise<void> {
  const script = 'AbortSignal.timeout = () => new AbortController().signal'
  await page.addInitScript(script)
  await page.evaluate(script)
}

/** Holds calls back until they are let go. */
export async function holdBack(where: Page | BrowserContext, path: string | RegExp): Promise<() => void> {
  if ('evaluate' in where) await bePatient(where)
  const letGo = Promise.withResolvers<void>()
  await where.route(path, async route => {
    await letGo.promise
    await route.continue()
  })
  return letGo.resolve
}

/** It fits: nothing has to be scrolled sideways. */
export async function expectWidth(page: Page, width = 360): Promise<void> {
  await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width)
}

/**
 * Presses a button that says that it has copied, for two seconds. The page itself looks for that, in every frame: whoever asks it
 * from outside may be too late.
 */
export async function expectCopied(page: Page, press: () => Promise<void>): Promise<void> {
  const said = page.evaluate(`new Promise(resolve => {
    const look = () => document.querySelector('button[aria-label="Copied"]') ? resolve() : requestAnimationFrame(look)
    look()
  })`)
  await press()
  await said
}

/** Each test comes from an address of its own (the server trusts a local proxy's word), and no script error goes unseen. */
export const test = base.extend<{ complaints: string[] }>({
  context: async ({ context }, use, info) => {
    const address = `198.51.${info.parallelIndex}.${info.testId.charCodeAt(0) ^ (Date.now() & 255)}`
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    await use(context)
  },
  complaints: [
    async ({ browser, context }, use) => {
      const complaints: string[] = []
      context.on('weberror', error => complaints.push(String(error.error())))
      context.on('console', message => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
      })
      await use(complaints)
      // What is still fetched on behalf of a page, such as a list that it reads anew, fails when the page goes.
      const places = browser.contexts().flatMap(one => [one, ...one.pages()])
      const leave = (place: Page | BrowserContext) => place.unrouteAll({ behavior: 'ignoreErrors' })
      // A window may close by itself just now.
      await Promise.all(places.map(place => leave(place).catch(() => undefined)))
      // Pages of other people would live on, and take from the tests that follow.
      await Promise.all(browser.contexts().map(other => (other === context ? undefined : other.close())))
      expect(complaints, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** A second browser, as a second person has one, at an address of its own. */
export async function otherBrowser(browser: Browser): Promise<Page> {
  const extraHTTPHeaders = { 'x-forwarded-for': anyAddress() }
  return (await browser.newContext({ extraHTTPHeaders })).newPage()
}

export { expect }
