import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectCopied, expectWidth, holdBack, test } from './fixtures.ts'
import { account, api, browserOf, enter, join, orgOf, verified } from './orgs.ts'

// A colour on its way from light to dark has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })
const name = (page: Page) => page.getByLabel('Name', { exact: true })
const description = (page: Page) => page.getByLabel('Description', { exact: true })

test.describe('the settings of an organisation', () => {
  test('a new name is in the header at once, and on a member’s screen', async ({ page, browser, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await join(request, owner, northwind, jon)
    const theirs = await browserOf(browser, jon, `/org/${northwind.orgid}/settings`)
    await enter(page, owner, `/org/${northwind.orgid}/settings`)
    await name(page).fill('N')
    await page.getByRole('button', { name: 'Update the name' }).click()
    await expect(name(page)).toHaveAccessibleDescription('Orgname must be at least 2 characters.')
    await expect(name(page)).toBeFocused()
    await expectAccessible(page)

    await page.route('**/orgs/edit/name', async route => {
      await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible()
      await route.fallback()
    })
    await name(page).fill('Northwind Traders')
    await name(page).press('Enter')
    await expect(toast(page, 'Org Name Updated Successfully.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Organization: Northwind Traders' })).toBeVisible()
    await expect(theirs.getByRole('combobox', { name: 'Organization: Northwind Traders' })).toBeVisible()
    await expect(name(theirs)).toHaveValue('Northwind Traders')
    await page.reload()
    await expect(name(page)).toHaveValue('Northwind Traders')
  })

  test('a refused name says why and stays in the field', async ({ page, request }) => {
    const owner = await account(request, 'owner')
    const { orgid } = await orgOf(request, owner)
    await enter(page, owner, `/org/${orgid}/settings`)
    const msg = 'Too many tries. Wait a little, then try again.'
    const errdata = { code: 'TOO_MANY_TRIES', data: null, msg }
    await page.route('**/orgs/edit/name', route =>
      route.fulfill({ status: 429, json: { status: 429, errcode: errdata.code, msg, errdata } }),
    )
    await name(page).fill('Northwind Traders')
    await page.getByRole('button', { name: 'Update the name' }).click()
    await expect(toast(page, 'Org name could not be updated.')).toContainText(msg)
    await expect(name(page)).toHaveValue('Northwind Traders')
  })

  test('the description is kept, and the url copied with a check mark for a moment', async ({
    page,
    context,
    request,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const owner = await account(request, 'owner')
    const { orgid } = await orgOf(request, owner)
    await enter(page, owner, `/org/${orgid}/settings`)
    await description(page).fill('Trades in everything.')
    await page.getByRole('button', { name: 'Update the description' }).click()
    await expect(toast(page, 'Description updated.')).toBeVisible()
    await expectCopied(page, () => page.getByRole('button', { name: 'Copy the url' }).click())
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${new URL(page.url()).origin}/org/${orgid}`)
    await expect(page.getByLabel('Url')).not.toBeEditable()
    await expect(page.getByRole('button', { name: 'Copy the url' })).toBeVisible()
    await page.reload()
    await expect(description(page)).toHaveValue('Trades in everything.')
  })

  test('a Member reads them, and why they cannot change them', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await join(request, owner, northwind, jon)
    await enter(page, jon, `/org/${northwind.orgid}/settings`)
    await expect(page.getByText('Only an Owner can change these settings.')).toBeVisible()
    await expect(name(page)).not.toBeEditable()
    await expect(description(page)).not.toBeEditable()
    await expect(page.getByRole('button', { name: /Update/ })).toBeHidden()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectWidth(page)
  })

  test('what is typed while the last change is being saved stays; what is saved follows others again', async ({
    page,
    request,
  }) => {
    const owner = await account(request, 'owner')
    const { orgid } = await orgOf(request, owner)
    await enter(page, owner, `/org/${orgid}/settings`)
    const letGo = await holdBack(page, '**/orgs/edit/*')
    await name(page).fill('Northwind Traders')
    await name(page).press('Enter')
    await description(page).fill('  Trades in everything. ')
    await page.getByRole('button', { name: 'Update the description' }).click()
    await name(page).fill('Northwind')
    letGo()
    await expect(toast(page, 'Org Name Updated Successfully.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Organization: Northwind Traders' })).toBeVisible()
    await expect(name(page)).toHaveValue('Northwind')
    await expect(description(page)).toHaveValue('Trades in everything.')

    await api(request, owner, '/orgs/edit/meta', { orgid, orgmeta: { description: 'Closed on Mondays.' } })
    await expect(description(page)).toHaveValue('Closed on Mondays.')
    await api(request, owner, '/orgs/edit/name', { orgid, orgname: 'Southwind' })
    await expect(page.getByRole('combobox', { name: 'Organization: Southwind' })).toBeVisible()
    await expect(name(page)).toHaveValue('Northwind')
    await name(page).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Organization: Northwind', exact: true })).toBeVisible()
  })
})

test.describe('the owner of an organisation', () => {
  test('deletes it by typing its id, and brings it back', async ({ page, browser, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await join(request, owner, northwind, jon)
    const theirs = await browserOf(browser, jon, `/org/${northwind.orgid}/billing`)
    await enter(page, owner, `/org/${northwind.orgid}/settings`)
    await page.getByRole('button', { name: 'Delete Organization' }).click()
    const sure = page.getByRole('alertdialog', { name: 'Are you sure ?' })
    await expect(sure.getByRole('button', { name: 'Delete Organization' })).toBeDisabled()
    await sure.getByRole('textbox').fill(northwind.orgid)
    // Looked for from before it can come: a toast does not wait until the other page was looked at.
    const told = expect(toast(theirs, 'You no longer belong to Northwind.')).toBeVisible({ timeout: 60_000 })
    await sure.getByRole('button', { name: 'Delete Organization' }).click()
    const deleted = toast(page, `${northwind.orgid} is deleted.`)
    // It stays as long as the pointer rests on it.
    await deleted.hover()
    await expect(page).toHaveURL('/org')
    await told
    await deleted.getByRole('button', { name: 'Undo' }).click()
    // Until then the lists are still being fetched; what is deleted meanwhile would show for a moment.
    await expect(toast(page, `${northwind.orgid} is back as it was.`)).toBeVisible()
    await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
    await expect(theirs).toHaveURL(`/org/${northwind.orgid}/projects`)

    await api(request, owner, '/orgs/delete', { orgid: northwind.orgid })
    await expect(page.getByRole('heading', { name: 'Deleted organizations' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore Northwind' }).click()
    await expect(page).toHaveURL(`/org/${northwind.orgid}/projects`)
  })

  test('hands it over, and is an Admin afterwards', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await join(request, owner, northwind, jon)
    await enter(page, owner, `/org/${northwind.orgid}/settings`)
    await page.getByRole('combobox', { name: 'New Owner' }).click()
    await page.getByPlaceholder('Search members...').fill(jon.userid)
    await page.getByRole('option', { name: jon.userid }).click()
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    const sure = page.getByRole('alertdialog')
    await expect(sure).toContainText(`${jon.userid} becomes the Owner of Northwind`)
    await sure.getByRole('textbox').fill(northwind.orgid)
    await sure.getByRole('button', { name: 'Transfer' }).click()
    await expect(toast(page, `${jon.userid} is now the Owner.`)).toBeVisible()
    await expect(page.getByText('Your role: Admin.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
  })

  test('cannot require two-factor sign-in without having it', async ({ page, request }) => {
    const owner = await account(request, 'owner')
    const { orgid } = await orgOf(request, owner)
    await enter(page, owner, `/org/${orgid}/settings`)
    const rule = page.getByRole('switch', { name: 'Require two-factor sign-in' })
    await rule.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Require it' }).click()
    await expect(toast(page, 'Something went wrong!')).toContainText('Two-factor sign-in is not on.')
    await expect(rule).not.toBeChecked()
  })

  test('reads in the audit log who did what, narrows it down and takes it along', async ({ page, request }) => {
    const [owner, jon] = [await verified(request, 'owner'), await account(request, 'jon')]
    const northwind = await orgOf(request, owner)
    await join(request, owner, northwind, jon)
    await enter(page, owner, `/org/${northwind.orgid}/settings`)
    const log = page.getByRole('table', { name: 'Audit log' })
    await expect(log.getByRole('row')).toHaveCount(4)
    await expectAccessible(page)
    await page.getByLabel('Who', { exact: true }).fill(jon.userid)
    await expect(log.getByRole('row')).toHaveCount(2)
    await expect(log).toContainText('Accepted an invite')
    await page.getByRole('combobox', { name: 'What' }).selectOption('Sent an invite')
    await expect(page.getByText('No results')).toBeVisible()
    await page.getByLabel('Who', { exact: true }).fill('Jon Berg')
    await expect(page.getByText('Not a user id: everybody is shown.')).toBeVisible()
    await expect(log.getByRole('row')).toHaveCount(2)
    await page.getByLabel('Who', { exact: true }).fill('')
    await expect(page.getByText('Not a user id: everybody is shown.')).toBeHidden()
    await page.getByRole('combobox', { name: 'What' }).selectOption('Everything')
    await page.getByLabel('To whom').fill(jon.userid.slice(0, -2).toUpperCase())
    await expect(log.getByRole('row')).toHaveText([/Who/, /Accepted an invite/, /Sent an invite/])
    await page.getByLabel('To whom').fill('nobody-like-it')
    await expect(page.getByText('No results')).toBeVisible()
    await page.getByLabel('To whom').fill(jon.userid)
    await expect(log.getByRole('row')).toHaveCount(3)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${northwind.orgid}-audit.csv`)
    expect(await readFile(await file.path(), 'utf8')).toContain(`"${owner.userid}","invite.send","${jon.userid}"`)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectWidth(page)
  })
})
