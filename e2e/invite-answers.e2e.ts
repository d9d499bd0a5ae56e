import { expect, holdBack, test } from './fixtures.ts'
import { account, enter, invite, inviteByMail, orgOf, verified } from './orgs.ts'

test('whoever accepts by the link is never told that it does not work', async ({ page, context, request }) => {
  const [owner, jon] = [await verified(request, 'owner'), await verified(request, 'jon')]
  const northwind = await orgOf(request, owner)
  const { link } = await inviteByMail(request, owner, northwind, jon.email)
  await enter(page, jon)
  const other = await context.newPage()
  await other.goto('/org')
  const avatar = other.getByRole('button', { name: 'Your account' })
  await expect(avatar).toHaveAccessibleName(/1 pending invite$/)

  await page.goto(new URL(link).pathname + new URL(link).search)
  const accept = page.getByRole('button', { name: 'Accept', exact: true })
  await expect(accept).toBeEnabled()
  let asked = 0
  page.on('request', sent => {
    if (sent.url().endsWith('/orgs/invite/email/isvalid')) asked += 1
  })
  // The page goes on with the new list, which comes later than the news that the invite is answered.
  const letGo = await holdBack(page, '**/orgs/list')
  await accept.click()
  await expect(avatar, 'the news is there').not.toHaveAccessibleName(/pending/)
  await expect(page.getByText('Invite Verification failed')).toBeHidden()
  letGo()
  await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
  expect(asked).toBe(0)
})

test('the card stays until the page goes on', async ({ page, context, request }) => {
  const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
  const northwind = await orgOf(request, owner)
  await invite(request, owner, northwind, jon)
  await enter(page, jon, '/org-invite')
  const other = await context.newPage()
  await other.goto('/org')
  const avatar = other.getByRole('button', { name: 'Your account' })
  await expect(avatar).toHaveAccessibleName(/1 pending invite$/)
  const letGo = await holdBack(page, '**/orgs/list')
  const read = page.waitForEvent('requestfinished', sent => sent.url().endsWith('/orgs/invite/user/listreceived'))
  await page.getByRole('button', { name: 'Accept Invite' }).click()
  await read
  await expect(avatar, 'the news is there').not.toHaveAccessibleName(/pending/)
  await expect(page.getByRole('region', { name: 'Invitation' })).toContainText('Northwind')
  letGo()
  await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
})
