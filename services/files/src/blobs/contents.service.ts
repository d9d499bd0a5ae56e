import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { INLINE_BYTES, type Received } from '@plinth/platform/blobs/blobs'
import { breathe } from '@plinth/platform/breathe'
import type { Tx } from '@plinth/platform/database/database'
import { createGrouping } from '@plinth/platform/database/grouping'
import { sweep } from '@plinth/platform/database/sweep'
import { isForeignKeyViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import type { FileTables } from '../tables.ts'
import {
  countRefs,
  EMPTY,
  endLease,
  endSweeping,
  extendLease,
  inlineBytes,
  insertInline,
  lease,
  takeOver,
  takeUnused,
} from './contents.repository.ts'

const minute = 60_000
const hour = 60 * minute
/** How often a lease begins anew while the store is at it. */
const renewMs = 10 * minute
const sweptAtOnce = 100
const countedAtOnce = 500
const MOST_TRIES = 5
/** A mark is taken over from whoever seems dead. Long before that its first owner does nothing any more. */
const ownerStopsMs = 2 * minute
const deadMs = 5 * minute
/** How long an upload waits for bytes of the same content that are being removed. */
const longestWaitMs = 20_000

export interface SweepOptions {
  now?: () => number
  /** How long a content stays after the last entry that held it is gone. */
  graceMs?: number
  /** The process wants to end. */
  signal?: AbortSignal
}

interface Content {
  hash: string
  size: number
  /** Where they were read along. */
  bytes?: Uint8Array | null | undefined
}

interface Range {
  start: number
  end: number
}

/** The bytes of files. An entry refers to a content by its hash, and a content is there as long as an entry refers to it. */
export function createContents({ db, blobs, jobs }: Pick<Platform, 'db' | 'blobs' | 'jobs'>) {
  const tables = db.withTables<FileTables>()
  const grouped = db.engine === 'sqlite' ? createGrouping(tables.transaction) : tables.transaction
  /** Where there is one process, marks from before it are those of a dead one. */
  const deadBefore = (now: number) => Math.max(now - deadMs, db.engine === 'sqlite' ? performance.timeOrigin : 0)

  jobs.every('files.sweep', hour, (_payload, { signal }) => sweepUnused({ signal }))
  jobs.every('files.leases', hour, () =>
    sweep(db, { table: 'blobleases', key: 'leaseid', column: 'expiresat', below: Date.now() }),
  )

  /**
   * Runs the transaction that refers to a content which just arrived. A small one goes into the database with it. Of a large one
   * the bytes are safe in the store before that, under a lease, so that no sweep takes them in between; if the transaction then
   * fails, nothing refers to them and the sweep finds them in the books.
   */
  async function commit<Result>(received: Received, work: (tx: Tx<FileTables>) => Promise<Result>): Promise<Result> {
    const { hash, size, bytes } = received
    if (size === 0) return tables.transaction(work)
    if (bytes) {
      return retrying(() =>
        grouped(async tx => {
          await insertInline(tx, { hash, bytes })
          return work(tx)
        }),
      )
    }
    const leaseid = await takeLease(received)
    // A store that has to copy the largest of them needs longer than a lease lasts.
    const renewal = setInterval(() => renewLease(leaseid).catch(() => {}), renewMs).unref()
    try {
      await received.keep()
      return await tables.transaction(async tx => {
        if (!(await endLease(tx, leaseid))) throw new Refusal('UNAVAILABLE')
        return work(tx)
      })
    } catch (error) {
      await tables.transaction(tx => endLease(tx, leaseid)).catch(() => {})
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  const renewLease = (leaseid: string) =>
    tables.transaction(tx => extendLease(tx, leaseid, { now: Date.now(), expiresat: Date.now() + hour }))

  async function takeLease(content: Received): Promise<string> {
    const leaseid = randomUUID()
    for (const until = Date.now() + longestWaitMs; ; await pause(50)) {
      if (await tables.transaction(tx => lease(tx, content, leaseid, Date.now() + hour))) return leaseid
      await finishForTheDead(Date.now(), content.hash)
      if (Date.now() > until) throw new Refusal('UNAVAILABLE')
    }
  }

  /** Removes what nobody refers to. */
  async function sweepUnused({ now: clock = Date.now, graceMs = hour, signal }: SweepOptions = {}): Promise<void> {
    // What came meanwhile is for the next time: where many write, there would always be more.
    for (let counted = countedAtOnce; counted === countedAtOnce; await breathe()) {
      signal?.throwIfAborted()
      counted = await tables.transaction(tx => countRefs(tx, countedAtOnce))
    }
    await finishForTheDead(clock())
    for (let taken = sweptAtOnce; taken === sweptAtOnce; ) {
      // Not between those that were taken: nobody could store them anew until somebody else has removed them.
      signal?.throwIfAborted()
      const now = clock()
      const which = { now, before: now - graceMs, atOnce: sweptAtOnce }
      const found = await retrying(() => tables.transaction(tx => takeUnused(tx, which)))
      for (const hash of found.stored) await remove(hash, now)
      await breathe()
      taken = found.taken
    }
  }

  /** Removes what somebody had begun to remove who died at it: all of it, or one content that is wanted again. */
  async function finishForTheDead(now: number, hash?: string): Promise<void> {
    const left = await tables.transaction(tx => takeOver(tx, { now, before: deadBefore(now), hash }))
    for (const one of left) await remove(one, now)
  }

  async function remove(hash: string, markedat: number): Promise<void> {
    if (Date.now() - markedat > ownerStopsMs) return
    await blobs.remove(hash)
    await tables.transaction(tx => endSweeping(tx, hash))
  }

  /** The bytes from start to end, both included: as they are where they are few, as a stream where not. */
  async function read({ hash, size, bytes }: Content, range?: Range): Promise<Buffer | Readable> {
    if (hash === EMPTY) return Buffer.alloc(0)
    const few = size <= INLINE_BYTES ? (bytes ?? (await inlineBytes(tables, hash))) : undefined
    if (!few) return blobs.open(hash, range)
    return Buffer.from(few.buffer, few.byteOffset, few.length).subarray(range?.start ?? 0, range ? range.end + 1 : size)
  }

  return {
    commit,
    /** A transaction in which small contents go into the database, each with what refers to it. */
    commitSmall: <Result>(work: (tx: Tx<FileTables>) => Promise<Result>) => retrying(() => tables.transaction(work)),
    sweepUnused,
    receive: blobs.receive,

    read,

    /** As a stream in any case. */
    async open(content: Content): Promise<Readable> {
      const bytes = await read(content)
      return bytes instanceof Readable ? bytes : Readable.from([bytes])
    },
  }
}

/** A sweep and an upload of the same small content: whoever comes second finds a row gone, or wanted again, and starts anew. */
async function retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === MOST_TRIES || !isForeignKeyViolation(error)) throw error
    }
  }
}

export type Contents = ReturnType<typeof createContents>
