import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileTables } from '../tables.ts'
import { startFiles } from '../testing/stores.ts'
import { addDeltas } from './sizes.repository.ts'
import { countSizes } from './sizes.service.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())

it('a process that stops leaves the counting to others, however much they write meanwhile', async () => {
  const tables = app.platform.db.withTables<FileTables>()
  const folderid = await (await app.store()).mkdir('/Busy')
  const closers: (() => void | Promise<void>)[] = []
  countSizes({ ...app.platform, onClose: work => closers.push(work) })
  const most = 20_000
  let [written, isClosed] = [0, false]
  const others = Array.from({ length: 4 }, async () => {
    for (; written < most && !isClosed; written++)
      await tables.transaction(tx => addDeltas(tx, [{ folderid, bytes: 1, files: 0 }]))
  })
  await expect.poll(() => written).toBeGreaterThan(20)
  await Promise.all(closers.map(close => close()))
  expect(written).toBeLessThan(most)
  isClosed = true
  await Promise.all(others)
})
