import { account } from '@plinth/account/account'
import { createContents } from '@plinth/files/blobs/contents.service'
import { files } from '@plinth/files/files'
import type { FileTables } from '@plinth/files/tables'
import { readConfig } from '@plinth/platform/config'
import type { Platform } from '@plinth/platform/service'
import { start } from '@plinth/platform/start'
import { bytesOf, sha256 } from '@plinth/platform/testing/contents'
import { expect } from 'vitest'
import { checkInstallation } from '../keeping/check-installation.ts'

const EMPTY = sha256(new Uint8Array())
const HOUR = 3_600_000

interface Jobs {
  jobs: { dueat: number; gaveupat: number | null; attempts: number; recurring: string | null }
}

/** As if the time were over after which the jobs of dead processes are taken over, their leases end and their rests are swept. */
export async function tidy(platform: Platform): Promise<void> {
  const { query } = platform.db.withTables<Jobs>()
  await query.updateTable('jobs').set({ dueat: 0 }).where('recurring', 'is', null).execute()
  await platform.jobs.idle()
  expect(await query.selectFrom('jobs').selectAll().where('recurring', 'is', null).execute()).toEqual([])
  const contents = createContents({ ...platform, jobs: { ...platform.jobs, every: () => {} } })
  await contents.sweepUnused({ now: () => Date.now() + 3 * HOUR })
  await platform.blobs.sweep(Date.now() + 48 * HOUR)
}

/** Every content that something refers to is there and is what its hash says, is counted right, and nothing else is there. */
export async function expectNothingLostOrLeft(platform: Platform): Promise<void> {
  const { query } = platform.db.withTables<FileTables>()
  const refs = new Map<string, number>()
  for (const table of ['entries', 'versions'] as const) {
    const rows = await query.selectFrom(table).select(['blobhash', 'size']).execute()
    for (const { blobhash } of rows)
      if (blobhash && blobhash !== EMPTY) refs.set(blobhash, (refs.get(blobhash) ?? 0) + 1)
  }
  const books = await query.selectFrom('blobs').selectAll().orderBy('hash').execute()
  expect(new Map(books.map(({ hash, refs }) => [hash, refs]))).toEqual(refs)
  expect(await query.selectFrom('blobdeltas').selectAll().execute()).toEqual([])
  expect(await query.selectFrom('sweeping').selectAll().execute()).toEqual([])
  const inStore = books.filter(({ inline }) => inline === 0).map(({ hash }) => hash)
  expect((await platform.blobs.list()).map(({ hash }) => hash)).toEqual(inStore)
  for (const hash of inStore) expect(sha256(await bytesOf(await platform.blobs.open(hash)))).toBe(hash)
  const inside = await query.selectFrom('blobbytes').selectAll().orderBy('hash').execute()
  expect(inside.map(({ bytes }) => sha256(bytes))).toEqual(
    books.filter(({ inline }) => inline === 1).map(({ hash }) => hash),
  )
}

/** What `npm run fsck` says of it. */
export async function expectInOrder(environment: Record<string, string>): Promise<void> {
  const said: string[] = []
  const options = { quick: false, repair: false, print: (line: string) => void said.push(line), tell: () => {} }
  const { faults } = await checkInstallation(readConfig(environment), options)
  expect({ faults, said: faults ? said : [] }).toEqual({ faults: 0, said: [] })
}

/** The same data in this process, where its tables can be looked into. */
export const startHere = (environment: Record<string, string>) =>
  start(readConfig({ PORT: '0', LOG_LEVEL: 'error', NODE_ENV: 'test', ...environment }), [account, files])
