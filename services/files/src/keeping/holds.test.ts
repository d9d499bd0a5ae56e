import { deleteFile } from '@plinth/contract/files'
import { emptyTrash } from '@plinth/contract/trash'
import { contentOf, sha256 } from '@plinth/platform/testing/contents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContents } from '../blobs/contents.service.ts'
import { startFiles } from '../testing/stores.ts'
import { whileNothingIsSwept } from './holds.service.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())

it('no content is swept while somebody copies them all, however long ago the last file of it went', async () => {
  const { platform } = app
  const { sweepUnused } = createContents({ ...platform, jobs: { ...platform.jobs, every: () => {} } })
  const store = await app.store()
  const content = Buffer.from(contentOf(50_000))
  await store.put('/a.bin', content)
  await store.ask(deleteFile, { filepath: '/a.bin' })
  await (await store.as('admin'))(emptyTrash, {})
  await platform.jobs.idle()
  await whileNothingIsSwept(platform.db, async () => {
    // A second one ends earlier.
    await whileNothingIsSwept(platform.db, async () => {})
    await sweepUnused({ graceMs: -1 })
    expect(await platform.blobs.has(sha256(content))).toBe(true)
  })
  await sweepUnused({ graceMs: -1 })
  expect(await platform.blobs.has(sha256(content))).toBe(false)
})
