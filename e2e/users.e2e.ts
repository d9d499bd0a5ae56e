import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, somebody, test } from './fixtures.ts'
import { linkInMail } from './mail.ts'
import { type Account, api, browserOf, enter, type Org, orgOf, verified } from './orgs.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] })

const inviteMail = "You're invited to join Harbour"
const notice = 'You dont have the required permission to view this page, please contact the admin'

/** Somebody with an account and a name that no other person of the test has. */
async function account(request: APIRequestContext, userid: string, name: string): Promise<Account> {
  const person = { ...somebody(userid), name }
  return { ...person, credentials: await api(request, undefined, '/login/userid/signup', person) }
}

interface World extends Org {
  owner: Account
}

async function newOrg(request: APIRequestContext): Promise<World> {
  const owner = await verified(request, 'olga')
  return { owner, ...(await orgOf(request, owner, 'Harbour')) }
}

async function accept(request: APIRequestContext, who: Account): Promise<void> {
  const { invites } = await api<{ invites: { id: string }[] }>(request, who, '/orgs/invite/user/listreceived', {})
  await api(request, who, '/orgs/invite/user/accept', { id: invites[0]?.id })
}

async function addMember(request: APIRequestContext, { owner, orgid }: World, who: Account, role = 'Member') {
  await api(request, owner, '/orgs/invite/user', { orgid, userid: who.userid, role: [role] })
  await accept(request, who)
}

/** Has the server refuse a call, as it does when it is asked too often. */
async function refuse(page: Page, path: string): Promise<void> {
  const msg = 'Too many tries. Wait a little, then try again.'
  const errdata = { code: 'TOO_MANY_TRIES', data: null, msg }
  await page.route(path, route =>
    route.fulfill({ status: 429, json: { status: 429, errcode: errdata.code, msg, errdata } }),
  )
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(text, { exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

async function openActions(page: Page, name: string, entry: string): Promise<void> {
  await button(page, `Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function chooseRole(page: Page, role: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
}

test('somebody with an account is found, invited and accepts, and the owner sees it without a reload', async ({
  page,
  request,
}) => {
  test.slow()
  const { owner, orgid } = await newOrg(request)
  const ida = await account(request, 'ida', 'Ida Strand')
  await enter(page, owner, `/org/${orgid}/users?tab=invite`)
  const search = page.getByLabel('Find people')
  await search.fill('i')
  await expect(page.getByText('Type at least two letters.')).toBeVisible()
  await search.fill(owner.userid)
  await expect(page.getByText('1 person found')).toBeVisible()
  await expect(button(page, `Invite Mara Lind (${owner.userid})`)).toBeDisabled()
  await search.fill('nobody-is-called-that')
  await expect(page.getByText('Nobody with an account matches.')).toBeVisible()

  await chooseRole(page, 'Admin')
  await search.fill(ida.email)
  const invite = button(page, `Invite Ida Strand (${ida.userid})`)
  await invite.click()
  await expect(toast(page, 'User invited Successfully')).toBeVisible()
  await expect(invite).toBeDisabled()
  await expect(invite).toHaveAccessibleDescription('Ida Strand has an invite that waits for an answer.')
  await button(page, `Copy the invite link for ${ida.userid}`).click()
  expect(await copied(page)).toContain('/auth/verify-invite?token=')
  await expectAccessible(page)

  await tab(page, 'Members').click()
  await expect(page).toHaveURL(/tab=members/)
  await expect(page.getByText('1 member', { exact: true })).toBeVisible()
  await accept(request, ida)
  await expect(row(page, 'Ida Strand')).toContainText(`${ida.userid} · ${ida.email}`)
  await expect(row(page, 'Ida Strand')).toContainText('Admin')
  await expect(page.getByText('2 members')).toBeVisible()
  await expectAccessible(page)
})

test('user info and change of role, which the other person sees at once', async ({ page, browser, request }) => {
  test.slow()
  const world = await newOrg(request)
  const { owner, orgid } = world
  const ida = await account(request, 'ida', 'Ida Strand')
  await addMember(request, world, ida)
  await enter(page, owner, `/org/${orgid}/users`)
  await expect(row(page, 'Mara Lind')).toContainText('you')
  await expect(button(page, 'Actions for Mara Lind')).toHaveCount(0)

  await openActions(page, 'Ida Strand', 'User info')
  await expect(dialog(page)).toContainText(ida.email)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Actions for Ida Strand')).toBeFocused()

  const other = await browserOf(browser, ida, `/org/${orgid}/users`)
  await expect(other.getByText(notice)).toBeVisible()

  await openActions(page, 'Ida Strand', 'Change Role')
  const member = dialog(page).getByRole('checkbox', { name: 'Member' })
  await expect(member).toBeChecked()
  await member.uncheck()
  await button(page, 'Save changes').click()
  await expect(page.getByText('You have to select at least one item.')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('checkbox', { name: 'Owner' }).check()
  await member.check()
  await button(page, 'Save changes').click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Ida Strand')).toContainText('OwnerMember')
  await expect(other.getByText(notice)).toBeHidden()
  await expect(row(other, 'Mara Lind')).toBeVisible()
})

test('who is removed is gone from the list, and is led away from the page they had open', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const world = await newOrg(request)
  const { owner, orgid } = world
  const ida = await account(request, 'ida', 'Ida Strand')
  await addMember(request, world, ida)
  const other = await browserOf(browser, ida, `/org/${orgid}/projects`)
  await enter(page, owner, `/org/${orgid}/users`)
  await openActions(page, 'Ida Strand', 'Remove from organization')
  const sure = page.getByRole('alertdialog', { name: 'Are you sure ?' })
  await expect(sure).toContainText('loses access to Harbour')
  await expectAccessible(page)
  await button(page, 'Remove').click()
  await expect(row(page, 'Ida Strand')).toHaveCount(0)
  await expect(page.getByText('1 member', { exact: true })).toBeVisible()
  await expect(toast(other, 'You no longer belong to Harbour.')).toBeVisible()
})

test('the list is searched, sorted and paged by the server', async ({ page, request }) => {
  test.slow()
  const world = await newOrg(request)
  for (let count = 1; count <= 11; count++) {
    const person = await account(request, `p${count}`, `Person ${String(count).padStart(2, '0')}`)
    await addMember(request, world, person)
  }
  await enter(page, world.owner, `/org/${world.orgid}/users?tab=members`)
  await expect(page.getByText('12 members')).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(11)
  await expect(rows.nth(1)).toContainText('Mara Lind')
  await button(page, 'Next').click()
  await expect(page.getByText('Page 2')).toBeVisible()
  await expect(rows).toHaveText([/Name/, /Person 10/, /Person 11/])
  await expect(button(page, 'Next')).toBeDisabled()
  await button(page, 'Previous').click()
  await expect(rows.nth(1)).toContainText('Mara Lind')

  await button(page, 'Name').click()
  await expect(rows.nth(1)).toContainText('Person 11')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await button(page, 'Joined').click()
  await expect(rows.nth(1)).toContainText('Mara Lind')
  await expect(rows.nth(2)).toContainText('Person 01')
  await page.getByLabel('Rows per page').click()
  await page.getByRole('option', { name: '25 rows' }).click()
  await expect(rows).toHaveCount(13)

  await page.getByLabel('Find a member').fill('olga')
  await expect(rows).toHaveText([/Name/, /Mara Lind/])
  await page.getByLabel('Find a member').fill('nobody like that')
  await expect(page.getByText('Nobody here matches “nobody like that”.')).toBeVisible()
  await page.getByLabel('Find a member').fill('')
  await expect(rows).toHaveCount(13)
})

test('several addresses are pasted at once, and each has its own result', async ({ page, request }) => {
  test.slow()
  const { owner, orgid } = await newOrg(request)
  await enter(page, owner, `/org/${orgid}/users?tab=invite`)
  const field = page.getByLabel('E-mail addresses')
  await button(page, 'Send invite').click()
  await expect(page.getByText('Enter at least one e-mail address.')).toBeVisible()
  await expect(field).toBeFocused()

  const ana = `ana-${owner.email}`
  await field.fill(`${ana}, nobody@\n${ana.toUpperCase()} ${owner.email}`)
  await button(page, 'Send 3 invites').click()
  const results = page.getByRole('list', { name: 'What became of each address' }).getByRole('listitem')
  await expect(results).toHaveText([
    new RegExp(`${ana}Sent`),
    /nobody@Enter Valid email id/,
    /belongs to the organisation already/,
  ])
  await expect(toast(page, 'Invite sent successfully')).toBeVisible()
  await expect(toast(page, 'Failed to send invitation')).toContainText('2 of 3 were not sent.')
  await expect(field).toHaveValue(`nobody@\n${owner.email}`)
  await button(page, `Copy the invite link for ${ana}`).click()
  const mailed = await linkInMail(request, ana, inviteMail)
  expect(await copied(page)).toBe(mailed)
  await expectAccessible(page)

  await field.fill(ana)
  await button(page, 'Send invite').click()
  await expect(results).toHaveText([/This person has an invite that waits for an answer\./])
})

test('a pending invite is sent again, copied and cancelled, and stands in the history then', async ({
  page,
  request,
}) => {
  test.slow()
  const { owner, orgid } = await newOrg(request)
  const ida = await account(request, 'ida', 'Ida Strand')
  const ana = `ana-${owner.email}`
  await enter(page, owner, `/org/${orgid}/users?tab=pending`)
  await expect(page.getByText('No invite waits for an answer.')).toBeVisible()
  await api(request, owner, '/orgs/invite/user', { orgid, userid: ida.userid })
  await api(request, owner, '/orgs/invite/email', { orgid, email: ana, role: ['Admin'] })
  await expect(row(page, ida.userid)).toContainText(owner.userid)
  await expect(row(page, ida.userid)).toContainText('in 6 days')
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'By e-mail' }).click()
  await expect(row(page, ana)).toContainText('Admin')
  const before = await linkInMail(request, ana, inviteMail)
  await button(page, `Resend the invite to ${ana}`).click()
  await expect(toast(page, 'Email Sent succesfully')).toBeVisible()
  const after = await linkInMail(request, ana, inviteMail, 2)
  expect(after).not.toBe(before)
  await button(page, `Copy the invite link for ${ana}`).click()
  await expect(button(page, 'Copied')).toBeVisible()
  expect(await copied(page)).toContain('/auth/verify-invite?token=')

  await button(page, `Cancel the invite to ${ana}`).click()
  await expect(page.getByRole('alertdialog', { name: 'Are you sure ?' })).toContainText(ana)
  await button(page, 'Cancel invite').click()
  await expect(toast(page, 'Invite cancelled successfully')).toBeVisible()
  await expect(row(page, ana)).toHaveCount(0)
  await page.getByRole('radio', { name: 'With an account' }).click()
  await button(page, `Cancel the invite to ${ida.userid}`).click()
  await button(page, 'Cancel invite').click()
  await expect(toast(page, 'Invite Cancelled')).toBeVisible()
  await expect(page.getByText('No invite waits for an answer.')).toBeVisible()

  await tab(page, 'History').click()
  await expect(row(page, ida.userid)).toContainText('cancelled')
  await api(request, owner, '/orgs/invite/user', { orgid, userid: ida.userid })
  await accept(request, ida)
  await expect(row(page, ida.userid).first()).toContainText('accepted')
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'By e-mail' }).click()
  await expect(row(page, ana)).toContainText('cancelled')
})

test('what fails is told, and nothing that was typed is lost', async ({ page, request }) => {
  test.slow()
  const world = await newOrg(request)
  const { owner, orgid } = world
  const ida = await account(request, 'ida', 'Ida Strand')
  await addMember(request, world, ida)
  const ana = `ana-${owner.email}`
  await api(request, owner, '/orgs/invite/email', { orgid, email: ana })

  await refuse(page, '**/orgs/listusers')
  await enter(page, owner, `/org/${orgid}/users`)
  await expect(page.getByText('Failed to fetch the user list')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/orgs/listusers')
  await button(page, 'Try again').click()

  await refuse(page, '**/orgs/rolesinfo')
  await refuse(page, '**/orgs/user/info')
  await openActions(page, 'Ida Strand', 'User info')
  await expect(page.getByText('Getting User Info Failed!')).toBeVisible()
  await page.keyboard.press('Escape')
  await openActions(page, 'Ida Strand', 'Change Role')
  await expect(page.getByText('Fetching Roles Failed!')).toBeVisible()
  await page.unroute('**/orgs/rolesinfo')
  await button(page, 'Try again').click()
  await refuse(page, '**/orgs/user/role/replace')
  await button(page, 'Save changes').click()
  await expect(toast(page, 'Updating Roles Failed!')).toContainText('Too many tries.')
  await page.keyboard.press('Escape')

  await refuse(page, '**/orgs/invite/user')
  await refuse(page, '**/orgs/invite/email')
  await tab(page, 'Invite').click()
  const tom = await account(request, 'tom', 'Tom Falk')
  await page.getByLabel('Find people').fill(tom.userid)
  await button(page, `Invite Tom Falk (${tom.userid})`).click()
  await expect(toast(page, 'Invite failed')).toContainText('Too many tries.')
  await page.getByLabel('E-mail addresses').fill('one@example.org two@example.org')
  await button(page, 'Send 2 invites').click()
  await expect(page.getByText('Not sent, because of the failure before it.')).toBeVisible()
  await expect(page.getByLabel('E-mail addresses')).toHaveValue('one@example.org\ntwo@example.org')

  await tab(page, 'Pending').click()
  await page.getByRole('radio', { name: 'By e-mail' }).click()
  await refuse(page, '**/orgs/invite/email/resend')
  await button(page, `Resend the invite to ${ana}`).click()
  await expect(toast(page, 'Failed to send invitation').first()).toBeVisible()
  await refuse(page, '**/orgs/invite/email/cancel')
  await button(page, `Cancel the invite to ${ana}`).click()
  await button(page, 'Cancel invite').click()
  await expect(toast(page, 'Failed to cancel invite')).toBeVisible()
  await refuse(page, '**/orgs/invite/sent/*')
  await page.reload()
  await expect(page.getByText('Failed to get invites')).toBeVisible()
  await page.getByRole('radio', { name: 'By e-mail' }).click()
  await expect(page.getByText('Failed to fetch external invites')).toBeVisible()
  await tab(page, 'History').click()
  await expect(page.getByText('Failed to fetch the invite history')).toBeVisible()
})

test('an admin invites from the switcher and the palette, up to their own role', async ({ page, request }) => {
  test.slow()
  const world = await newOrg(request)
  const ada = await verified(request, 'ada')
  await addMember(request, world, ada, 'Admin')
  await enter(page, ada, `/org/${world.orgid}/users`)
  await expect(page.getByText(notice)).toBeVisible()
  await page.getByRole('combobox', { name: 'Organization: Harbour' }).click()
  await page.getByRole('option', { name: 'Invite people' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Invite people' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option', { name: 'Owner (above your own role)' })).toBeDisabled()
  await page.getByRole('option', { name: 'Admin', exact: true }).click()
  const ana = `ana-${ada.email}`
  await page.getByLabel('E-mail addresses').fill(ana)
  await button(page, 'Send invite').click()
  await expect(toast(page, 'Invite sent successfully')).toBeVisible()
  await expectAccessible(page)
  await tab(page, 'Pending').click()
  await page.getByRole('radio', { name: 'By e-mail' }).click()
  await expect(row(page, ana)).toContainText(ada.userid)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search or jump to').fill('invite')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Invite people' })).toBeVisible()
})

test('a member is offered no way to invite', async ({ page, request }) => {
  const world = await newOrg(request)
  const ida = await account(request, 'ida', 'Ida Strand')
  await addMember(request, world, ida)
  await enter(page, ida, `/org/${world.orgid}/users?tab=invite`)
  await expect(page.getByText(notice)).toBeVisible()
  await page.getByRole('combobox', { name: 'Organization: Harbour' }).click()
  await expect(page.getByRole('option', { name: 'Create a new Org' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Invite people' })).toHaveCount(0)
})

test('whoever has not verified their address is told what to do', async ({ page, request }) => {
  const owner = await account(request, 'nora', 'Nora Vik')
  const { orgid } = await orgOf(request, owner)
  await enter(page, owner, `/org/${orgid}/users?tab=invite`)
  await expect(page.getByText('Verify your e-mail address first', { exact: true })).toBeVisible()
  await page.getByLabel('E-mail addresses').fill('somebody@example.org')
  await button(page, 'Send invite').click()
  const why = 'Verify your e-mail address first; then you can invite others.'
  await expect(toast(page, 'Failed to send invitation')).toContainText(why)
  await expectAccessible(page)
})

test('all of it works on a phone', async ({ page, request }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  const world = await newOrg(request)
  const { owner, orgid } = world
  const ida = await account(request, 'ida', 'Ida Strand of the long name that does not fit into a phone')
  await addMember(request, world, ida)
  await api(request, owner, '/orgs/invite/email', { orgid, email: `with-a-long-address-${owner.email}` })
  await enter(page, owner, `/org/${orgid}/users`)
  for (const name of ['Members', 'Invite', 'Pending', 'History']) {
    await tab(page, name).click()
    if (name === 'Pending') await page.getByRole('radio', { name: 'By e-mail' }).click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    expect(await page.locator('html').evaluate(html => html.scrollWidth - html.clientWidth)).toBe(0)
  }
  await tab(page, 'Pending').click()
  await expectAccessible(page)
  await tab(page, 'Members').click()
  await openActions(page, ida.name, 'Change Role')
  await dialog(page).getByRole('checkbox', { name: 'Admin' }).check()
  await button(page, 'Save changes').click()
  await expect(row(page, ida.userid)).toContainText('Admin')
})
