import { actions, button, chosen, field, list, menuitem, scene, toast } from './filestore-desk.ts'
import { line, manyFiles, storeAt } from './filestores.ts'
import { expect, holdBack, test } from './fixtures.ts'

const no = (index: number) => `n-${String(index).padStart(3, '0')}.txt`
const numbered = (count: number) => Array.from({ length: count }, (_, index) => no(index))

test('Shift chooses all that lies between, however little of it was read', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await manyFiles(script, numbered(600))
  await open()
  await line(page, no(0)).click()
  // Before it is counted, its end is nearer.
  await expect(list(page)).toHaveAttribute('aria-rowcount', '601')
  await list(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
  await line(page, no(599)).click({ modifiers: ['Shift'] })
  await expect(page.getByText('600 files selected')).toBeVisible()
  await line(page, no(590)).click()
  await field(page, `Select ${no(594)}`).click({ modifiers: ['Shift'] })
  await expect(page.getByText('5 files selected')).toBeVisible()
})

test('what is taken out while Ctrl+A still reads stays out', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await manyFiles(script, numbered(600))
  await open()
  await expect(line(page, no(0))).toBeVisible()
  const letGo = await holdBack(page, '**/dir/list*')
  await list(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText(/files selected/)).toBeVisible()
  await field(page, `Select ${no(3)}`).click()
  letGo()
  await expect(page.getByText('599 files selected')).toBeVisible()
  await expect(field(page, `Select ${no(3)}`)).not.toBeChecked()
})

test('the details stay beside the list, whatever is chosen', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name, 'words')
  await open()
  await button(page, 'Show details').click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('Top folder')
  const width = (await list(page).boundingBox())?.width
  await line(page, 'a.txt').click()
  await expect(details).toContainText('SHA-256')
  await line(page, 'b.txt').click({ modifiers: ['ControlOrMeta'] })
  await expect(details).toHaveText(/2 files.*10 bytes/)
  expect((await list(page).boundingBox())?.width).toBe(width)
  await page.keyboard.press('Delete')
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(details).toContainText('Choose something to see its details.')
  await line(page, 'b.txt').click()
  await expect(details).toContainText('b.txt was in the top folder')
})

test('a rubber band ends with the button, wherever that is let go', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
  await open()
  await expect(line(page, 'b.txt')).toBeVisible()
  const box = await list(page).boundingBox()
  if (!box) throw new Error('The list is not in sight.')
  await page.mouse.move(box.x + 4, box.y + box.height - 40)
  await page.mouse.down()
  await page.mouse.move(box.x - 40, box.y + box.height - 40)
  await page.mouse.up()
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 5 })
  await expect(chosen(page)).toHaveCount(0)
})

test('after Delete, and on the way back up, the keyboard goes on where it was', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['Autumn', 'Spring', 'Winter']) await script.folder('/', name)
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await script.file('/', name)
  await script.file('/Spring', 'deep.txt')
  await open()
  await line(page, 'b.txt').click()
  await page.keyboard.press('Delete')
  await expect(line(page, 'b.txt')).toBeHidden()
  await page.keyboard.press('Space')
  await expect(chosen(page)).toHaveText([/c.txt/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(line(page, 'd.txt')).toBeHidden()
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText([/a.txt/])

  await line(page, 'Spring').dblclick()
  await expect(line(page, 'deep.txt')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(line(page, 'Winter')).toBeVisible()
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText([/Winter/])
})

test('what is made, shown or looked for is brought into sight', async ({ page, request }) => {
  const { open, script, store } = await scene(request, page)
  await manyFiles(script, numbered(120))
  const last = await script.file('/', 'z.txt')
  await manyFiles(
    script,
    Array.from({ length: 40 }, (_, index) => `f-${index}/one.txt`),
  )
  await open()
  await button(page, 'New folder').click()
  await field(page, 'Name').fill('later')
  await button(page, 'Create folder').click()
  await expect(line(page, 'later')).toBeInViewport()
  await page.goto(`${storeAt(store)}?open=${last}`)
  await expect(page.getByRole('dialog', { name: 'z.txt', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line(page, 'z.txt')).toBeInViewport()
  await page.goto(`${storeAt(store)}?q=n-119`)
  await actions(page, no(119), 'Show in folder')
  await expect(line(page, no(119))).toBeInViewport()
  await expect(chosen(page)).toHaveText([/n-119/])
})

test('a menu stays open while others change the list, and says when its file is gone', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  await script.file('/', 'm.txt')
  await open()
  await line(page, 'm.txt').hover()
  await button(page, 'Actions for m.txt').click()
  await expect(menuitem(page, 'Details')).toBeVisible()
  await script.file('/', 'a.txt')
  await expect(line(page, 'a.txt')).toBeVisible()
  await menuitem(page, 'Details').click()
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('m.txt')
  await page.keyboard.press('Escape')
  await line(page, 'm.txt').click({ button: 'right' })
  await expect(menuitem(page, 'Delete')).toBeVisible()
  await script.send('DELETE', '/file/delete', { filepath: '/m.txt' })
  await expect(page.getByRole('menuitem')).toHaveText(['This is no longer here'])
})

test('a finger that rests opens the menu of what it rests on', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
  await open()
  await line(page, 'b.txt').click()
  // Safari on a phone tells of a resting finger by nothing else.
  const finger = { pointerType: 'touch', button: 0, buttons: 1, clientX: 500, clientY: 300 }
  await line(page, 'a.txt').dispatchEvent('pointerdown', finger)
  await expect(menuitem(page, 'Delete')).toBeVisible()
  await line(page, 'a.txt').dispatchEvent('pointerup', { ...finger, buttons: 0 })
  const lifted = `row => row.dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true }))`
  await line(page, 'a.txt').evaluate(lifted)
  await menuitem(page, 'Delete').click()
  await expect(toast(page, 'Moved a.txt to the trash.')).toBeVisible()
  expect(await script.names('/')).toEqual(['b.txt'])
})

test('the menu beside the files leaves nothing chosen; the key for it means what is', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
  await open()
  await line(page, 'a.txt').click()
  await page.keyboard.press('Shift+F10')
  await expect(menuitem(page, 'Rename')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chosen(page)).toHaveText([/a.txt/])
  const box = await list(page).boundingBox()
  await list(page).click({ button: 'right', position: { x: 40, y: (box?.height ?? 0) - 40 } })
  await expect(menuitem(page, 'New folder')).toBeVisible()
  await expect(chosen(page)).toHaveCount(0)
})

test('a viewer who clicks with the other button beside the files gets no empty menu', async ({ page, request }) => {
  const { open, script, viewer } = await scene(request, page)
  await script.file('/', 'a.txt')
  await open(viewer)
  await expect(line(page, 'a.txt')).toBeVisible()
  const box = await list(page).boundingBox()
  await list(page).click({ button: 'right', position: { x: 40, y: (box?.height ?? 0) - 40 } })
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('whoever downloads more at once than can be is told how many can', async ({ page, request }) => {
  const { open, script } = await scene(request, page)
  for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
  await open()
  // As if there were thousands of them.
  await page.route('**/dir/ticket', route => {
    const [objid] = route.request().postDataJSON().objectids
    return route.continue({ postData: JSON.stringify({ objectids: new Array(5_001).fill(objid) }) })
  })
  await line(page, 'a.txt').click()
  await line(page, 'b.txt').click({ modifiers: ['ControlOrMeta'] })
  await button(page, 'Download').click()
  await expect(toast(page, '2 files could not be downloaded.')).toContainText('Choose at most 5000 folders and files')
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('a tap opens, also after the menu of a row was used', async ({ page, request }) => {
    const { open, script } = await scene(request, page)
    for (const name of ['a.txt', 'b.txt']) await script.file('/', name)
    await open()
    await button(page, 'Actions for a.txt').tap()
    await menuitem(page, 'Details').tap()
    await button(page, 'Close').tap()
    await line(page, 'b.txt').tap()
    await expect(page.getByRole('dialog', { name: 'b.txt', exact: true })).toBeVisible()
  })
})
