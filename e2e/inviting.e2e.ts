import { expect, expectAccessible, expectCopied, test } from './fixtures.ts'
import { linkInMail } from './mail.ts'
import { api, enter, orgOf, verified } from './orgs.ts'
import {
  accept,
  account,
  addMember,
  button,
  chooseRole,
  copied,
  dialog,
  inviteMail,
  newOrg,
  row,
  tab,
  toast,
} from './users-screen.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] })

const notice = 'You dont have the required permission to view this page, please contact the admin'

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
  await expect(toast(page, 'Invite sent successfully')).toBeVisible()
  await expect(toast(page, 'Failed to send invitation')).toContainText('2 of 3 were not sent.')
  const results = page.getByRole('list', { name: 'What became of each address' }).getByRole('listitem')
  await expect(results).toHaveText([
    new RegExp(`${ana}Sent`),
    /nobody@Enter Valid email id/,
    /belongs to the organization already/,
  ])
  await expect(field).toHaveValue(`nobody@\n${owner.email}`)
  await button(page, `Copy the invite link for ${ana}`).click()
  const mailed = await linkInMail(request, ana, inviteMail)
  await expect.poll(() => copied(page)).toBe(mailed)
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
  await expect(row(page, ida.userid)).toContainText(/in [67] days/)
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'By e-mail' }).click()
  await expect(row(page, ana)).toContainText('Admin')
  const before = await linkInMail(request, ana, inviteMail)
  await button(page, `Resend the invite to ${ana}`).click()
  await expect(toast(page, 'Email Sent succesfully')).toBeVisible()
  const after = await linkInMail(request, ana, inviteMail, 2)
  expect(after).not.toBe(before)
  await expectCopied(page, () => button(page, `Copy the invite link for ${ana}`).click())
  await expect.poll(() => copied(page)).toContain('/auth/verify-invite?token=')

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
  await expect(page.getByRole('option', { name: 'Owner (above your own role)' })).toBeDisabled()
  await chooseRole(page, 'Admin')
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
  await page.getByPlaceholder('Search or jump to').fill('invite people')
  await expect(page.getByRole('option', { name: 'Invite people' })).toHaveAttribute('aria-selected', 'true')
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

test('addresses that were pasted are still there after a look elsewhere, for this organisation alone', async ({
  page,
  request,
}) => {
  test.slow()
  const { owner, orgid } = await newOrg(request)
  const other = await orgOf(request, owner, 'Lighthouse')
  await enter(page, owner, `/org/${orgid}/users?tab=invite`)
  const field = page.getByLabel('E-mail addresses')
  await field.fill('ana@example.org, ben@example.org')
  await page.getByLabel('Find people').fill('zo')
  await tab(page, 'Members').click()
  await tab(page, 'Invite').click()
  await expect(field).toHaveValue('ana@example.org, ben@example.org')
  await expect(page.getByLabel('Find people')).toHaveValue('zo')
  await page.goto(`/org/${other.orgid}/users?tab=invite`)
  await expect(field).toHaveValue('')
  await page.goto(`/org/${orgid}/users?tab=invite`)
  await expect(field).toHaveValue('ana@example.org, ben@example.org')
  await button(page, 'Send 2 invites').click()
  await expect(page.getByRole('list', { name: 'What became of each address' }).getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(field).toHaveValue('')
})
