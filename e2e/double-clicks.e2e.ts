import type { Page } from '@playwright/test'
import { actions, button, scene, toast } from './filestore-desk.ts'
import { expect, test } from './fixtures.ts'
import { account, enter, invite, orgOf, verified } from './orgs.ts'

async function countCalls(page: Page, path: string): Promise<() => number> {
  let calls = 0
  await page.route(`**${path}`, route => {
    calls += 1
    return route.continue()
  })
  return () => calls
}

test('a double click invites once, and accepts once', async ({ page, request }) => {
  const [owner, jon, kim] = [
    await verified(request, 'owner'),
    await account(request, 'jon'),
    await account(request, 'kim'),
  ]
  const org = await orgOf(request, owner)
  const sent = await countCalls(page, '/orgs/invite/user')
  await enter(page, owner, `/org/${org.orgid}/users?tab=invite`)
  await page.getByLabel('Find people').fill(jon.userid)
  await button(page, `Invite ${jon.name} (${jon.userid})`).dblclick()
  await expect(toast(page, 'User invited Successfully')).toBeVisible()
  await expect(toast(page, 'Invite failed')).toBeHidden()
  expect(sent()).toBe(1)

  await invite(request, owner, org, kim)
  const accepted = await countCalls(page, '/orgs/invite/user/accept')
  await enter(page, kim)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Accept/ })
    .dblclick()
  await page.waitForURL(`**/org/${org.orgid}/projects`)
  await expect(toast(page, 'Failed to accept the invite')).toBeHidden()
  expect(accepted()).toBe(1)
})

test('a click too many leaves the link alone that was made by the one before', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'plan.txt')
  await open()
  await actions(page, 'plan.txt', 'Share')
  await button(page, 'Create link').click()
  // It comes to stand where the other was.
  await page.getByRole('button', { name: /^Revoke the link/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure ?' })
  await expect(question).toContainText('Whoever has the link is refused from now on.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('not downloaded yet')).toBeVisible()
})
