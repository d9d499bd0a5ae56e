import { createHash } from 'node:crypto'
import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { listDir } from '@plinth/contract/dirs'
import { renameFile } from '@plinth/contract/files'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileTables } from '../tables.ts'
import { startFiles } from '../testing/stores.ts'

let app: Awaited<ReturnType<typeof startFiles>>
beforeAll(async () => {
  app = await startFiles()
})
afterAll(() => app.close())

const png = async (width: number, options = {}) =>
  new Uint8Array(
    await sharp({ create: { width, height: 400, channels: 3, background: 'teal' } })
      .png(options)
      .toBuffer(),
  )

/** A folder that leads to itself cannot be read, which is not the same as being gone. Answers how to mend it. */
async function breakFolder(folder: string): Promise<() => Promise<void>> {
  await rename(folder, `${folder}.away`)
  await symlink(folder, folder)
  return async () => {
    await rm(folder)
    await rename(`${folder}.away`, folder)
  }
}

it('a picture gets its thumbnail once its bytes can be read again, however often they could not', async () => {
  const store = await app.store()
  // Larger than what is kept in the database.
  const bytes = await png(800, { compressionLevel: 0 })
  const hash = createHash('sha256').update(bytes).digest('hex')
  const { query } = app.platform.db.withTables<FileTables>()
  const row = () => query.selectFrom('thumbnails').select(['state', 'dueat']).where('hash', '=', hash)
  const shown = async () =>
    (await store.ask(listDir, { path: '/' }))[0]?.fsobjects.find(({ objname }) => objname === 'boat.png')?.thumbnail

  /** Not for longer than a moment: while somebody is at it, it stands there as due in some minutes. */
  async function isPutOff(): Promise<boolean> {
    expect(await shown()).toBeUndefined()
    const { state, dueat = 0 } = (await row().executeTakeFirst()) ?? {}
    return state === 'wanted' && dueat > Date.now() && dueat < Date.now() + 90_000
  }
  async function tryAgain(width: number): Promise<void> {
    await query.updateTable('thumbnails').set({ attempts: 5, dueat: 0 }).where('hash', '=', hash).execute()
    // Another picture wakes whoever makes them.
    await store.put(`/${width}.png`, await png(width))
  }

  await store.put('/boat', bytes)
  const mend = await breakFolder(join(app.platform.config.dataFolder, 'blobs', hash.slice(0, 2)))
  await store.ask(renameFile, { parentdirpath: '/', srcfilename: 'boat', dstfilename: 'boat.png' })
  await expect.poll(isPutOff).toBe(true)
  await tryAgain(10)
  await expect.poll(isPutOff).toBe(true)
  await mend()
  await tryAgain(11)
  await expect.poll(shown).toMatch(/^[0-9a-f]{16}$/)
})
