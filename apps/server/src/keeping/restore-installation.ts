import { join } from 'node:path'
import { indexAllNames } from '@plinth/files/keeping/keeping.repository'
import { copyContent } from '@plinth/platform/backup/contents'
import { hashOfFile } from '@plinth/platform/backup/lines'
import { firstInUse, loadTables } from '@plinth/platform/backup/load'
import { MANIFEST, type Manifest, readManifest } from '@plinth/platform/backup/manifest'
import { beginRestore, endRestore, markLoaded, restoreUnderWay } from '@plinth/platform/backup/restores'
import { several } from '@plinth/platform/backup/several'
import type { Blobs } from '@plinth/platform/blobs/blobs'
import { createBlobs } from '@plinth/platform/blobs/create-blobs'
import type { Config } from '@plinth/platform/config'
import { type Database, openDatabase } from '@plinth/platform/database/database'
import { appliedTo, migrate, unknownAmong } from '@plinth/platform/database/migrate'
import { refuseIfServed } from '@plinth/platform/database/served'
import { StartRefused } from '@plinth/platform/errors'
import { contentsOf } from './backup-contents.ts'
import { sources } from './installation.ts'

const COPIED_AT_ONCE = 4

interface Options {
  tell(progress: string): void
}

export interface RestoreResult {
  madeat: string
  rows: number
  contents: number
  /** What the backup itself lacked. */
  missing: string[]
}

/**
 * Brings a backup back into an installation that is empty. A mark keeps processes from serving it from the first step to the last.
 * Contents come first; all rows follow in one transaction; then the tables are brought up to date, and what is made of rows is made.
 * Where it breaks off it can be done again, and goes on.
 */
export async function restore(config: Config, folder: string, { tell }: Options): Promise<RestoreResult> {
  const manifest = await readWhole(folder, tell)
  await refuseIfServed(config.databaseUrl)
  const to = await createBlobs(config)
  const db = await openDatabase({ url: config.databaseUrl, folder: config.dataFolder })
  try {
    const madeat = Date.parse(manifest.madeat)
    const { loadedof = null } = (await restoreUnderWay(db)) ?? {}
    if (loadedof !== null && loadedof !== madeat) throw new StartRefused(ANOTHER)
    if (loadedof === null) await prepare(db, to, manifest)
    const from = await createBlobs({ dataFolder: folder, blobStore: undefined })
    const contents = await bringContents({ from, to, folder, manifest, tell })
    if (loadedof === null)
      await db.transaction(async tx => {
        await loadTables(tx, { folder, tables: manifest.tables, tell })
        await markLoaded(tx, madeat)
      })
    await complete(db, tell)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { madeat: manifest.madeat, rows, contents, missing: manifest.missing }
  } finally {
    await db.close()
  }
}

const ANOTHER =
  'Another backup was being brought back into this installation. Name that one, or begin with an empty installation.'

/** The tables are those of the backup. This version may have more, and what it makes of them it makes of its own. */
async function complete(db: Database, tell: Options['tell']): Promise<void> {
  await migrate(db, sources)
  tell('Making the index of names')
  await db.transaction(async tx => {
    await indexAllNames(tx.withTables())
    await endRestore(tx)
  })
}

/** The backup's manifest, once everything it names is there and has not changed. */
async function readWhole(folder: string, tell: Options['tell']): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) throw new StartRefused(`${folder} is no backup: it has no ${MANIFEST}.`)
  if (manifest === 'begun') throw new StartRefused(`The backup in ${folder} was broken off before it was complete.`)
  for (const { file, sha256 } of [...manifest.tables, manifest.contents]) {
    tell(`Looking at ${file}`)
    const found = await hashOfFile(join(folder, file)).catch(() => undefined)
    if (found !== sha256) throw damaged(file, found === undefined ? 'is missing' : 'is not as it was saved')
  }
  const unknown = await unknownAmong(manifest.migrations, sources)
  if (unknown.length > 0)
    throw new StartRefused('The backup was made by another version of Plinth: use that version, or a newer one.')
  return manifest
}

const damaged = (file: string, what: string) => new StartRefused(`The backup is damaged: ${file} ${what}.`)

/** Refuses where there is anything, and puts up the mark. */
async function prepare(db: Database, to: Blobs, { migrations }: Manifest): Promise<void> {
  const key = ({ service, name }: { service: string; name: string }) => `${service}/${name}`
  const wanted = new Set(migrations.map(key))
  if ((await appliedTo(db)).some(applied => !wanted.has(key(applied))))
    throw new StartRefused(
      'This installation is of a newer version than the backup. Restore into one that was never started.',
    )
  const again = (await restoreUnderWay(db)) !== null
  await migrate(db, sources, migrations)
  const used = await firstInUse(db)
  if (used)
    throw new StartRefused(`This installation is not empty (there is something in ${used}). Restore into an empty one.`)
  const [blob] = again ? [] : await to.list({ limit: 1 })
  if (blob) throw new StartRefused('The store of this installation is not empty. Restore into an empty one.')
  await beginRestore(db)
}

interface Bringing extends Options {
  from: Blobs
  to: Blobs
  folder: string
  manifest: Manifest
}

async function bringContents({ from, to, folder, manifest, tell }: Bringing): Promise<number> {
  const missing = new Set(manifest.missing)
  let brought = 0
  await several(contentsOf(join(folder, manifest.contents.file)), COPIED_AT_ONCE, async content => {
    const { hash, used } = content
    if (missing.has(hash)) return
    const what = await copyContent({ from, to }, content)
    if (what === 'copied' || what === 'there') brought++
    else if (used || what === 'damaged')
      throw damaged(
        `blobs/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`,
        what === 'missing' ? 'is missing' : 'is not as it was saved',
      )
    tell(`Bringing back contents: ${brought.toLocaleString('en')} of ${manifest.contents.rows.toLocaleString('en')}`)
  })
  return brought
}
