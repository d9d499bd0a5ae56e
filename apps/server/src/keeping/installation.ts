import { account } from '@plinth/account/account'
import { files } from '@plinth/files/files'
import type { Blobs } from '@plinth/platform/blobs/blobs'
import { createBlobs } from '@plinth/platform/blobs/create-blobs'
import type { Config } from '@plinth/platform/config'
import { type Database, openDatabase } from '@plinth/platform/database/database'
import { platformMigrations, refuseUnlessMigrated } from '@plinth/platform/database/migrate'
import { openSnapshot, type Snapshot } from '@plinth/platform/database/snapshot'

/** Whose tables an installation has, in the order in which they are made. */
export const sources = [platformMigrations, account, files]

export interface Installation {
  db: Database
  blobs: Blobs
  openSnapshot(): Promise<Snapshot>
  close(): Promise<void>
}

/** The installation that the configuration names, beside the processes that serve it. Refused where there is none. */
export async function openInstallation(config: Config): Promise<Installation> {
  const place = { url: config.databaseUrl, folder: config.dataFolder }
  // Looks whether there is one at all, before anything is opened that would make one.
  await (await openSnapshot(place)).close()
  const db = await openDatabase({ ...place, beside: true })
  try {
    await refuseUnlessMigrated(db, sources)
    return { db, blobs: await createBlobs(config), openSnapshot: () => openSnapshot(place), close: db.close }
  } catch (error) {
    await db.close()
    throw error
  }
}
