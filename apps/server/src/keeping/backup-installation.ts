import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { whileNothingIsSwept } from '@plinth/files/keeping/holds.service'
import { leftOut, storedContents } from '@plinth/files/keeping/keeping.repository'
import { copyContent, removeOthers } from '@plinth/platform/backup/contents'
import { appliedMigrations, dumpTables } from '@plinth/platform/backup/dump'
import { writeLines } from '@plinth/platform/backup/lines'
import { firstInUse } from '@plinth/platform/backup/load'
import { lockBackup } from '@plinth/platform/backup/lock'
import { manifestFormat, markBegun, readManifest, writeManifest } from '@plinth/platform/backup/manifest'
import { refuseIfRestoring } from '@plinth/platform/backup/restores'
import { several } from '@plinth/platform/backup/several'
import type { Blobs } from '@plinth/platform/blobs/blobs'
import { createBlobs } from '@plinth/platform/blobs/create-blobs'
import { syncFolder } from '@plinth/platform/blobs/disk-files'
import type { Config } from '@plinth/platform/config'
import type { Snapshot } from '@plinth/platform/database/snapshot'
import { StartRefused } from '@plinth/platform/errors'
import { contentsOf } from './backup-contents.ts'
import { type Installation, openInstallation } from './installation.ts'

const COPIED_AT_ONCE = 4

interface Options {
  /** Reads what is in the backup already, and copies what is damaged there anew. */
  verify?: boolean
  print(line: string): void
  tell(progress: string): void
}

export interface BackupResult {
  tables: number
  rows: number
  copied: number
  there: number
  /** Contents that something refers to and that could not be had. */
  missing: string[]
}

/**
 * Brings all of an installation into a folder while it runs: the database as it was at one moment, and every content that it
 * refers to. A backup that is there stays whole until the new one is, and shares its contents.
 */
export async function backUp(config: Config, folder: string, options: Options): Promise<BackupResult> {
  await refuseUnlessOurs(folder)
  const unlock = lockBackup(folder)
  try {
    const installation = await openInstallation(config)
    try {
      await refuseToLoseAll(installation, folder)
      if (!(await readManifest(folder))) await markBegun(folder)
      return await whileNothingIsSwept(installation.db, signal => save(installation, folder, { ...options, signal }))
    } finally {
      await installation.close()
    }
  } finally {
    unlock()
  }
}

/** Nobody's other files are to be mixed with ours, or removed with them. */
async function refuseUnlessOurs(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length === 0 || (await readManifest(folder))) return
  throw new StartRefused(
    `${folder} holds other things than a backup. Name an empty folder, or one with a backup in it.`,
  )
}

/** Where backups are made every night: of what is being brought back from one, or begins anew on another machine, nothing is saved. */
async function refuseToLoseAll({ db }: Installation, folder: string): Promise<void> {
  await refuseIfRestoring(db)
  const saved = await readManifest(folder)
  if (!saved || saved === 'begun') return
  const holdsPeople = saved.tables.some(({ table, rows }) => table === 'users' && rows > 0)
  if (!holdsPeople || (await firstInUse(db))) return
  throw new StartRefused(
    `This installation is empty, and the backup in ${folder} is not. Restore that first, or name another folder.`,
  )
}

type Saving = Options & { signal: AbortSignal }

async function save(installation: Installation, folder: string, options: Saving): Promise<BackupResult> {
  const madeat = new Date().toISOString()
  const place = `tables-${madeat.replaceAll(/[:.]/g, '-')}`
  await mkdir(join(folder, place), { mode: 0o700 })
  const snapshot = await installation.openSnapshot()
  const books = await saveBooks(snapshot, join(folder, place), options).finally(snapshot.close)
  const to = await createBlobs({ dataFolder: folder, blobStore: undefined })
  const copied = await copyContents(installation.blobs, to, {
    ...options,
    list: join(folder, place, books.contents.file),
  })
  options.signal.throwIfAborted()
  // The manifest is not to outlast what it names.
  await syncFolder(join(folder, place))
  const placed = <Listed extends { file: string }>(listed: Listed) => ({ ...listed, file: `${place}/${listed.file}` })
  await writeManifest(folder, {
    format: manifestFormat,
    madeat,
    migrations: books.migrations,
    tables: books.tables.map(placed),
    contents: placed(books.contents),
    missing: copied.missing,
  })
  options.tell('Removing what no longer belongs to it')
  await removeOlder(folder, place)
  await removeOthers(to, contentsOf(join(folder, place, books.contents.file)))
  await to.sweep()
  const rows = books.tables.reduce((sum, table) => sum + table.rows, 0)
  return { tables: books.tables.length, rows, ...copied }
}

/** All that the database tells, of one moment. Contents are copied after it, so that the moment need not be held for long. */
async function saveBooks(snapshot: Snapshot, folder: string, { tell }: Saving) {
  const tables = await dumpTables(snapshot, { folder, leftOut, tell })
  let bytes = 0
  const listed = async function* () {
    for await (const { hash, size, used } of storedContents(snapshot)) {
      bytes += size
      yield [hash, size, Number(used)]
    }
  }
  // No table has such a name.
  const file = 'stored-contents.jsonl.gz'
  const written = await writeLines(join(folder, file), listed())
  return { tables, contents: { file, ...written, bytes }, migrations: await appliedMigrations(snapshot) }
}

async function copyContents(from: Blobs, to: Blobs, { list, verify, signal, print, tell }: Saving & { list: string }) {
  const result = { copied: 0, there: 0, missing: [] as string[] }
  await several(contentsOf(list), COPIED_AT_ONCE, async content => {
    signal.throwIfAborted()
    const { hash, used } = content
    const what = await copyContent({ from, to, ...(verify ? { verify } : {}) }, content)
    if (what === 'copied') result.copied++
    else if (what === 'there') result.there++
    else if (used) {
      result.missing.push(hash)
      print(`The content ${hash} is ${what}. npm run fsck says which files it belongs to.`)
    }
    tell(`Saving contents: ${(result.copied + result.there).toLocaleString('en')}`)
  })
  return result
}

async function removeOlder(folder: string, place: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^tables-[\dTZ-]+$/.test(name) && name !== place) await rm(join(folder, name), { recursive: true })
}
