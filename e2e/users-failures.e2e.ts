import { expect, expectAccessible, test } from './fixtures.ts'
import { api, enter } from './orgs.ts'
import { account, addMember, button, newOrg, openActions, refuse, tab, toast } from './users-screen.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] })

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
