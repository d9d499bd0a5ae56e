import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectWidth, somebody, test } from './fixtures.ts'
import { linkInMail } from './mail.ts'
import {
  type Account,
  account,
  api,
  browserOf,
  enter,
  enterUnheard,
  invite,
  inviteByMail,
  join,
  orgOf,
  verified,
} from './orgs.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
const phone = { width: 360, height: 740 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })
const avatar = (page: Page) => page.getByRole('button', { name: 'Your account' })
const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const profile = (page: Page) => page.getByRole('dialog', { name: 'Your account' })

async function openOrganizations(page: Page): Promise<void> {
  await avatar(page).click()
  await page.getByRole('menuitem', { name: 'Organizations' }).click()
}

async function signIn(page: Page, { userid, password }: Account): Promise<void> {
  await page.getByLabel('User id or e-mail').fill(userid)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize(phone)
  await expectWidth(page, phone.width)
}

test.describe('an invite to somebody with an account', () => {
  test('is on their avatar at once, and accepted from the notifications', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await orgOf(request, jon, 'Southwind')
    await enter(page, jon)
    await expect(avatar(page)).not.toHaveAccessibleName(/pending/)
    await invite(request, owner, northwind, jon)
    await expect(avatar(page)).toHaveAccessibleName(/1 pending invite$/)

    await button(page, 'Notifications').click()
    await expect(popover(page)).toContainText(`Invited by ${owner.name} (${owner.userid}) as Member`)
    await expect.poll(async () => (await popover(page).boundingBox())?.width).toBeGreaterThanOrEqual(400)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Accept the invite to Northwind' }).press('Enter')
    await expect(toast(page, 'Invite accepted Successfully')).toBeVisible()
    await expect(popover(page)).toContainText("You don't have any notifications.")
    await expect(popover(page).locator(':focus')).toBeAttached()
    await expect(avatar(page)).not.toHaveAccessibleName(/pending/)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: /Southwind/ }).click()
    await page.getByRole('option', { name: /Northwind/ }).click()
    await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
  })

  test('is declined in the profile dialog, and one that is cancelled goes by itself', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    const westwind = await orgOf(request, owner, 'Westwind')
    await orgOf(request, jon, 'Southwind')
    await enter(page, jon)
    await openOrganizations(page)
    await expect(profile(page)).toContainText('No pending invites')
    await invite(request, owner, northwind, jon)
    const cancelled = await invite(request, owner, westwind, jon)
    const list = profile(page).getByRole('list', { name: 'Pending Invites' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await api(request, owner, '/orgs/invite/user/cancel', { id: cancelled.id })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await list.getByRole('button', { name: 'Decline the invite to Northwind' }).click()
    await expect(toast(page, 'Invition Declined')).toBeVisible()
    await expect(profile(page)).toContainText('No pending invites')
    const { invites } = await api<{ invites: { status: string }[] }>(request, owner, '/orgs/invite/sent/history', {
      orgid: northwind.orgid,
      isexternal: false,
    })
    expect(invites.map(({ status }) => status)).toEqual(['declined'])
  })

  test('is answered on the welcome screen by somebody without an organisation', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await enter(page, jon)
    await expect(heading(page, 'Welcome to Plinth')).toBeVisible()
    await invite(request, owner, northwind, jon)
    await expect(heading(page, 'Pending Invites')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Accept the invite to Northwind' }).click()
    await expect(toast(page, 'Invite accepted Successfully')).toBeVisible()
    await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
  })

  test('that is gone when it is accepted says so and leaves the list', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const { id } = await invite(request, owner, await orgOf(request, owner), jon)
    // Events do not arrive here, so the page does not know better.
    await page.route('**/api/v1/events*', route => route.fulfill({ status: 429 }))
    await enter(page, jon)
    await expect(heading(page, 'Pending Invites')).toBeVisible()
    await api(request, owner, '/orgs/invite/user/cancel', { id })
    await page.getByRole('button', { name: 'Accept the invite to Northwind' }).click()
    await expect(toast(page, 'Failed to accept the invite')).toContainText('was cancelled or was answered already')
    await expect(heading(page, 'Pending Invites')).toBeHidden()
  })

  test('that cannot be loaded says so, and Try again helps', async ({ page, request, complaints }) => {
    const jon = await account(request, 'jon')
    const msg = 'Too many tries. Wait a little, then try again.'
    const errdata = { code: 'TOO_MANY_TRIES', data: null, msg }
    await page.route('**/orgs/invite/user/listreceived', route =>
      route.fulfill({ status: 429, json: { status: 429, errcode: errdata.code, msg, errdata } }),
    )
    await enterUnheard(page, jon, '/org')
    await button(page, 'Notifications').click()
    await expect(popover(page)).toContainText('Failed to get the invites')
    await expect(popover(page)).toContainText(msg)
    await page.unroute('**/orgs/invite/user/listreceived')
    await button(page, 'Try again').click()
    await expect(popover(page)).toContainText("You don't have any notifications.")
    expect(complaints).toEqual([])
  })
})

test.describe('the invitation card', () => {
  test('asks to sign in first, shows the newest invite, and joins', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await invite(request, owner, northwind, jon)
    await page.goto('/org-invite')
    await expect(page).toHaveURL(/\/auth\/signin\?redirect=/)
    await signIn(page, jon)
    await expect(page).toHaveURL('/org-invite')
    const card = page.getByRole('region', { name: 'Invitation' })
    await expect(card).toContainText('You are invited to join an organization')
    await expect(card).toContainText('Northwind')
    await expect(card).toContainText('Plinth')
    await expect(card).toContainText(`Invited by ${owner.name} (${owner.userid})`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await button(page, 'Accept Invite').click()
    await expect(toast(page, 'Invite accepted Successfully')).toBeVisible()
    await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
  })

  test('shows the one that was chosen, and rejects it', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const { id } = await invite(request, owner, await orgOf(request, owner), jon)
    await invite(request, owner, await orgOf(request, owner, 'Westwind'), jon)
    await enter(page, jon, `/org-invite?id=${id}`)
    await expect(page.getByRole('region', { name: 'Invitation' })).toContainText('Northwind')
    await button(page, 'Reject Invite').click()
    await expect(toast(page, 'Invition Declined')).toBeVisible()
    await expect(page).toHaveURL('/org')
    await expect(avatar(page)).toHaveAccessibleName(/1 pending invite$/)
    await page.goto(`/org-invite?id=${id}`)
    await expect(heading(page, 'This invite is no longer open')).toBeVisible()
    await page.getByRole('link', { name: 'Show the newest invite' }).click()
    await expect(page.getByRole('region', { name: 'Invitation' })).toContainText('Westwind')
  })

  test('says when there is none, and leads on', async ({ page, request }) => {
    await enter(page, await account(request, 'jon'), '/org-invite')
    await expect(heading(page, 'No pending invites')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to your organizations' }).click()
    await expect(page).toHaveURL('/org')
  })
})

test.describe('the link of an invite by mail', () => {
  test('leads somebody new through sign-up into the organisation', async ({ page, request }) => {
    const owner = await verified(request, 'owner')
    const northwind = await orgOf(request, owner)
    const jon = somebody('jon')
    await inviteByMail(request, owner, northwind, jon.email)
    await page.goto(await linkInMail(request, jon.email, "You're invited to join Northwind"))
    await expect(page).toHaveURL(/\/auth\/signin\?invite-token=.+&orgname=Northwind/)
    await expect(page.getByText('answer the invitation to Northwind')).toBeVisible()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('User id', { exact: true }).fill(jon.userid)
    await page.getByLabel('Name', { exact: true }).fill(jon.name)
    await page.getByLabel('E-mail').fill(jon.email)
    await page.getByLabel('Password', { exact: true }).fill(jon.password)
    await button(page, 'Sign up').click()
    await expect(heading(page, "You're invited to join Northwind!")).toBeVisible()
    await expect(page.getByText(`You are signed in as ${jon.userid}`)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await button(page, 'Accept').click()
    await expect(toast(page, 'Invite accepted Successfully')).toBeVisible()
    await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
  })

  test('lets somebody who is signed in reject it; then it is used up', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const { link } = await inviteByMail(request, owner, await orgOf(request, owner), jon.email)
    await enter(page, jon, link)
    await button(page, 'Reject').click()
    await expect(toast(page, 'Invition Declined')).toBeVisible()
    await expect(page).toHaveURL('/org')
    await page.goto(link)
    await expect(heading(page, 'Invite Verification failed, try again or contact the org admin!')).toBeVisible()
    await expect(page.getByText('has expired, was cancelled or was answered already')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('does not work for somebody else, who can sign in again', async ({ page, request }) => {
    const [owner, jon, eve] = [
      await verified(request, 'owner'),
      await account(request, 'jon'),
      await account(request, 'eve'),
    ]
    const { link } = await inviteByMail(request, owner, await orgOf(request, owner), jon.email)
    await enter(page, eve, link)
    await expect(heading(page, 'This invite is for another user')).toBeVisible()
    await expect(page.getByText(`You are signed in as ${eve.userid}`)).toBeVisible()
    await expect(button(page, 'Accept')).toBeHidden()
    await expectAccessible(page)
    await button(page, 'Logout & Sign in again').click()
    await expect(page).toHaveURL(/\/auth\/signin\?invite-token=/)
    await signIn(page, jon)
    await expect(heading(page, "You're invited to join Northwind!")).toBeVisible()
  })

  test('for a user id tells nobody else whose it is', async ({ page, request }) => {
    const [owner, jon, eve] = [
      await verified(request, 'owner'),
      await account(request, 'jon'),
      await account(request, 'eve'),
    ]
    const { link } = await invite(request, owner, await orgOf(request, owner), jon)
    await enter(page, eve, link)
    await button(page, 'Accept').click()
    await expect(heading(page, 'This invite is for another user')).toBeVisible()
    await expect(page.getByText(`You are signed in as ${eve.userid}. Sign in as the user it was sent to`)).toBeVisible()
    await expect(page.getByText(jon.email)).toBeHidden()
  })

  test('is dead once it is cancelled: before sign-in, and on the open page', async ({ page, browser, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const { id, link } = await inviteByMail(request, owner, await orgOf(request, owner), jon.email)
    const theirs = await browserOf(browser, jon, link)
    await expect(heading(theirs, "You're invited to join Northwind!")).toBeVisible()
    await api(request, owner, '/orgs/invite/email/cancel', { id })
    await expect(heading(theirs, 'Invite Verification failed')).toBeVisible()
    await page.goto(link)
    await expect(heading(page, 'Invite Verification failed')).toBeVisible()
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await expect(page).toHaveURL('/auth/signin')
    await page.goto('/auth/verify-invite')
    await expect(page.getByText('The link is not complete.')).toBeVisible()
  })

  test('tells a member that they belong there already, and leads in', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await verified(request, 'jon')]
    const northwind = await orgOf(request, owner)
    // The address is nobody's yet when it is invited; jon joins by his user id, and only then is it his.
    const email = `new-${jon.email}`
    const { link } = await inviteByMail(request, owner, northwind, email)
    await join(request, owner, northwind, jon)
    await api(request, jon, '/login/email/change/verificationlink', { email })
    const change = await linkInMail(request, email, 'Verify your new e-mail address')
    await api(request, jon, '/login/email/change/apply', { token: new URL(change).searchParams.get('token') })
    await enter(page, jon, link)
    await expect(heading(page, 'You belong to Northwind already')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Northwind' }).click()
    await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
  })
})

test.describe('leaving an organisation', () => {
  test('asks first, and leads away from its pages', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    const southwind = await orgOf(request, jon, 'Southwind')
    await join(request, owner, northwind, jon)
    await enter(page, jon, `/org/${northwind.orgid}/billing`)
    await openOrganizations(page)
    const row = profile(page).getByRole('row').filter({ hasText: 'Northwind' })
    await expect(row).toContainText('Member')
    const leave = profile(page).getByRole('button', { name: 'Leave Northwind' })
    await expect(leave).toHaveCSS('opacity', '0')
    await row.hover()
    await expect(leave).toHaveCSS('opacity', '1')
    await leave.click()
    const sure = page.getByRole('alertdialog', { name: 'Are you sure ?' })
    await expectAccessible(page)
    await sure.getByRole('button', { name: 'Cancel' }).click()
    await expect(leave).toBeFocused()
    await leave.press('Enter')
    await sure.getByRole('button', { name: 'Leave' }).click()
    await expect(toast(page, `You have left org ${northwind.orgid}`)).toBeVisible()
    await expect(sure).toBeHidden()
    await expect(page).toHaveURL(`/org/${southwind.orgid}/projects`)
    await expect(toast(page, 'no longer belong')).toBeHidden()
  })

  test('is refused to the last Owner; the list is searched', async ({ page, request }) => {
    const owner = await account(request, 'owner')
    await orgOf(request, owner)
    await orgOf(request, owner, 'Westwind')
    await page.setViewportSize(phone)
    await enter(page, owner)
    await openOrganizations(page)
    await page.getByPlaceholder('Find Organization').fill('nothing like it')
    await expect(profile(page)).toContainText('No results')
    await page.getByPlaceholder('Find Organization').fill('west')
    await expect(profile(page).getByRole('row').filter({ hasText: 'Northwind' })).toBeHidden()
    await profile(page).getByRole('button', { name: 'Leave Westwind' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(toast(page, 'Unable to leave org')).toContainText('always keeps an Owner')
  })

  test('somebody removed while looking at it is led away with a sentence', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await join(request, owner, northwind, jon)
    await enter(page, jon, `/org/${northwind.orgid}/billing`)
    await expect(heading(page, 'Billing')).toBeVisible()
    // Looked for from before it can come: a toast does not wait for a hand that is slow.
    const told = expect(toast(page, 'You no longer belong to Northwind.')).toBeVisible({ timeout: 60_000 })
    await api(request, owner, '/orgs/user/remove', { orgid: northwind.orgid, userid: jon.userid })
    await told
    await expect(page).toHaveURL('/org')
    await expect(heading(page, 'Welcome to Plinth')).toBeVisible()
  })
})
