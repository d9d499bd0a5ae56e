import { codeOf } from './codes.ts'
import { expect, holdBack, signUp, somebody, test } from './fixtures.ts'
import { button, dialog, row } from './users-screen.ts'

test('recovery codes are shown to somebody who could not wait for them', async ({ page }) => {
  const person = somebody()
  await signUp(page, person, '/settings/security')
  await button(page, 'Set up').click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await button(page, 'Continue').click()
  const secret = (await dialog(page).locator('code').textContent()) ?? ''
  const code = page.getByLabel('Code', { exact: true })
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const turnedOn = await holdBack(page, '**/login/twofactor/totp/confirm')
  await code.fill(codeOf(secret, 'now'))
  await button(page, 'Turn on').click()
  await page.keyboard.press('Escape')
  turnedOn()
  await expect(codes).toHaveCount(10)
  await button(page, 'I have saved them').click()

  const renewed = await holdBack(page, '**/login/twofactor/recoverycodes/renew')
  await button(page, 'New recovery codes').click()
  await code.fill(codeOf(secret, 'next'))
  await button(page, 'Make new codes').click()
  await page.keyboard.press('Escape')
  renewed()
  await expect(codes).toHaveCount(10)
  await button(page, 'I have saved them').click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('a token that nobody waited for stands in the list all the same', async ({ page }) => {
  await signUp(page, somebody(), '/settings/tokens')
  await button(page, 'Create token').click()
  await page.getByLabel('Name').fill('nightly backup')
  const letGo = await holdBack(page, '**/login/tokens/create')
  await dialog(page).getByRole('button', { name: 'Create token' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  letGo()
  await expect(row(page, 'nightly backup')).toBeVisible()
})
