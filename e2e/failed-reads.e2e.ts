import { button, scene } from './filestore-desk.ts'
import { line, storeAt } from './filestores.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { enterUnheard } from './orgs.ts'
import { newTeam, refuse } from './projects.ts'

test('versions that cannot be loaded say so, and Try again helps', async ({ page, request }) => {
  const { owner, script, store } = await scene(request, page)
  await script.file('/', 'note.txt', 'first')
  await refuse(page, '**/file/versions*')
  await enterUnheard(page, owner, storeAt(store))
  await button(page, 'Show details').click()
  await line(page, 'note.txt').click()
  await expect(page.getByText('The versions could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/file/versions*')
  await button(page, 'Try again').click()
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveText([/Version 1 *current/])
})

test('whoever may leave a project is told where that cannot be read', async ({ page, request }) => {
  const { member, orgid, projectid } = await newTeam(request)
  await refuse(page, '**/project/listusers')
  await enterUnheard(page, member, `/org/${orgid}/project/${projectid}/settings?tab=general`)
  await expect(page.getByText('Failed to fetch whether you belong to the project')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/project/listusers')
  await button(page, 'Try again').click()
  await expect(button(page, 'Leave project')).toBeVisible()
})
