import { expect, expectAccessible, expectWidth, test } from './fixtures.ts'
import { api, browserOf, enter } from './orgs.ts'
import {
  accept,
  account,
  addMember,
  button,
  chooseRole,
  copied,
  dialog,
  newOrg,
  openActions,
  row,
  tab,
  toast,
} from './users-screen.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] })

const notice = 'You dont have the required permission to view this page, please contact the admin'

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
  await search.fill(ida.userid)
  const invite = button(page, `Invite Ida Strand (${ida.userid})`)
  await invite.click()
  await expect(toast(page, 'User invited Successfully')).toBeVisible()
  await expect(invite).toBeDisabled()
  await expect(invite).toHaveAccessibleDescription('Ida Strand has an invite that waits for an answer.')
  await button(page, `Copy the invite link for ${ida.userid}`).click()
  await expect.poll(() => copied(page)).toContain('/auth/verify-invite?token=')
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
  // Looked for from before it can come: a toast does not wait until the other page was looked at.
  const told = expect(toast(other, 'You no longer belong to Harbour.')).toBeVisible({ timeout: 60_000 })
  await button(page, 'Remove').click()
  await told
  await expect(row(page, 'Ida Strand')).toHaveCount(0)
  await expect(page.getByText('1 member', { exact: true })).toBeVisible()
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
  await page.getByLabel('Rows per page').selectOption('25 rows')
  await expect(rows).toHaveCount(13)

  await page.getByLabel('Find a member').fill('olga')
  await expect(rows).toHaveText([/Name/, /Mara Lind/])
  await page.getByLabel('Find a member').fill('nobody like that')
  await expect(page.getByText('Nobody here matches “nobody like that”.')).toBeVisible()
  await page.getByLabel('Find a member').fill('')
  await expect(rows).toHaveCount(13)
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
    await expectWidth(page)
  }
  await tab(page, 'Pending').click()
  await expectAccessible(page)
  await tab(page, 'Members').click()
  await openActions(page, ida.name, 'Change Role')
  await dialog(page).getByRole('checkbox', { name: 'Admin' }).check()
  await button(page, 'Save changes').click()
  await expect(row(page, ida.userid)).toContainText('Admin')
})
