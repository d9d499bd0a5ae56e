import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Blobs } from '@plinth/platform/blobs/blobs'
import type { Database } from '@plinth/platform/database/database'
import type { Snapshot } from '@plinth/platform/database/snapshot'
import type { FileTables } from '../tables.ts'
import { readBooks } from './books.repository.ts'
import { checkBooks } from './checks.repository.ts'
import { createFindings, type Kind } from './findings.ts'
import { repairBooks } from './repair.service.ts'
import { openScratch } from './scratch.repository.ts'
import { checkStore } from './store-check.ts'

export interface CheckOptions {
  openSnapshot(): Promise<Snapshot>
  db: Database
  blobs: Blobs
  /** Without reading bytes: they are only counted. */
  quick?: boolean
  /** Puts right what follows from something else: counts, sizes and what the search finds. Never touches bytes. */
  repair?: boolean
  /** What is wrong, a sentence each, and the summary. */
  print(line: string): void
  /** How far it is. */
  tell?(progress: string): void
}

export interface CheckResult {
  faults: number
  counts: ReadonlyMap<Kind, number>
}

/**
 * Holds all entries, contents and counts against each other and against the bytes, while others go on working. The books are
 * read as they were at one moment; the store, which has no such moment, is asked again before anything there is called wrong.
 */
export async function checkFiles(options: CheckOptions): Promise<CheckResult> {
  const { repair = false, print } = options
  if (!repair) return checkOnce(options, async () => {})
  let repaired = 0
  const first = await checkOnce(options, async scratch => {
    repaired = await repairBooks(options.db.withTables<FileTables>(), scratch)
  })
  if (first.faults === 0) return first
  print(`${repaired.toLocaleString('en')} repaired. Looking again.`)
  return checkOnce({ ...options, quick: options.quick || !first.counts.has('bytes') }, async () => {})
}

type After = (scratch: ReturnType<typeof openScratch>) => Promise<void>

async function checkOnce(options: CheckOptions, after: After): Promise<CheckResult> {
  const { db, blobs, quick = false, print, tell = () => {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'plinth-fsck-'))
  const scratch = openScratch(join(folder, 'books.db'))
  const findings = createFindings(print)
  try {
    const snapshot = await options.openSnapshot()
    await readBooks(snapshot, scratch, { quick, tell }).finally(snapshot.close)
    tell('Checking the books')
    checkBooks(scratch, findings)
    tell('Checking the store')
    await checkStore({ scratch, blobs, db: db.withTables<FileTables>(), findings, quick, tell })
    for (const line of findings.summary()) print(line)
    await after(scratch)
    return { faults: findings.faults(), counts: findings.counts() }
  } finally {
    scratch.close()
    await rm(folder, { recursive: true, force: true })
  }
}
