import type { AnyTx, Database } from './database/database.ts'
import { type ClaimedJob, createJobsRepository, insertJob } from './jobs.repository.ts'
import type { Log } from './log.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * Runs at least once: after a crash it runs again for the same id, so it is written so that twice does no harm. Long work looks
 * at the signal now and then (`signal.throwIfAborted()`): the process wants to end, and another will go on with it.
 */
type JobHandler = (payload: unknown, job: { id: string; attempt: number; signal: AbortSignal }) => Promise<void>

/** What becomes of a job that fails again and again. Without either of these it is given up, and only the log tells of it. */
interface Ending {
  /** In the transaction that gives it up: whoever asks what has become of it hears that nothing will. */
  onGiveUp?(tx: AnyTx, payload: unknown): Promise<void>
  /** It is tried once an hour for ever: without it something would stay wrong, however long a neighbour was away. */
  untilDone?: true
}

export interface Jobs {
  /** Says how a kind of job is done. Only kinds with a handler are taken from the others' hands. */
  handle(kind: string, handler: JobHandler, ending?: Ending): void
  /** The same for work that takes minutes or hours: others, such as mails, do not wait behind it. */
  handleLong(kind: string, handler: JobHandler, ending?: Ending): void
  /** The same for long work that follows from what people did: whoever waits for its end does not wait for what others began. */
  handleTidying(kind: string, handler: JobHandler, ending?: Ending): void
  /** The same for what waits for servers of others: while one of them says nothing, none of our own work waits behind it. */
  handleOutside(kind: string, handler: JobHandler, ending?: Ending): void
  /** Work that is due again and again, done by one node each time. With much to tidy up it takes long, and others do not wait behind it. */
  every(kind: string, intervalMs: number, work: JobHandler): void
  /** Becomes real with the transaction's commit, and starts right after it. */
  enqueue(tx: AnyTx, kind: string, payload: unknown, options?: { runAt?: number }): Promise<string>
  /** What a job was left for is done. If it has begun meanwhile, it is done twice. */
  done(id: string): Promise<void>
  /** How often jobs of each kind have failed here that had failed for most of a day already. */
  hopeless: ReadonlyMap<string, number>
  /** Starts taking jobs. */
  work(): void
  /** Does all that is due by now, whether or not `work` was called. */
  idle(): Promise<void>
  /** Takes no more jobs and waits for those under way. */
  stop(): Promise<void>
}

const CHANNEL = 'jobs'
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const AT_ONCE = { short: 4, long: 2, tidying: 2, outside: 4, recurring: 4 }
const POLL_MS = 5 * SECOND
const LEASE_MS = 60 * SECOND
const IN_CASE_MS = 10 * SECOND
/** With the delays below the last attempt comes most of a day after the first: a mail server may be away for a night. */
const MOST_ATTEMPTS = 24
const GIVEN_UP_KEPT_MS = 30 * DAY
/** No job is put off for that long. */
const LONGEST_WAIT_MS = 2 * DAY

/** Jobs that wait for each other, and for no others. */
interface Lane {
  kinds: Set<string>
  atOnce: number
  underWay: Set<Promise<void>>
}

const laneFor = (atOnce: number): Lane => ({ kinds: new Set(), atOnce, underWay: new Set() })

/** The same as a platform's `enqueue`, for code that holds a transaction and no platform. It is due at once. */
export async function enqueueNow(tx: AnyTx, kind: string, payload: unknown): Promise<void> {
  tx.signal(CHANNEL)
  await insertJob(tx, kind, payload, Date.now())
}

/** For what is done right after the commit: it is due where nobody has said by then that it was (`done`). Answers its id. */
export const enqueueInCase = (tx: AnyTx, kind: string, payload: unknown) =>
  insertJob(tx, kind, payload, Date.now() + IN_CASE_MS)

export function createJobs(
  database: Database,
  log: Pick<Log, 'warn' | 'error'>,
  { now = Date.now }: { now?: () => number } = {},
): Jobs {
  const repository = createJobsRepository(database)
  const handlers = new Map<string, JobHandler>()
  const endings = new Map<string, Ending>()
  const hopeless = new Map<string, number>()
  const intervals = new Map<string, number>()
  const short = laneFor(AT_ONCE.short)
  const long = laneFor(AT_ONCE.long)
  const tidying = laneFor(AT_ONCE.tidying)
  const outside = laneFor(AT_ONCE.outside)
  const recurring = laneFor(AT_ONCE.recurring)
  const lanes = [short, long, tidying, outside, recurring]
  const allUnderWay = () => lanes.flatMap(({ underWay }) => [...underWay])
  let unscheduled: string[] = []
  const stopping = new AbortController()
  let ended = 0
  let stopped = false
  let halt = () => {}

  const takeJobs = oneAtATime(async () => {
    if (stopped) return
    await schedule()
    for (const lane of lanes) await takeInto(lane)
  })

  async function takeInto(lane: Lane): Promise<void> {
    const free = lane.atOnce - lane.underWay.size
    if (free === 0 || lane.kinds.size === 0) return
    const claimed = await repository.claim([...lane.kinds], free, now(), now() + LEASE_MS)
    // There may be more than fitted: whoever ends first looks again.
    const goOn = claimed.length === free ? wake : () => {}
    for (const job of claimed) begin(lane, job, goOn)
  }

  async function schedule(): Promise<void> {
    if (unscheduled.length > 0) await repository.recall(now(), now() + LONGEST_WAIT_MS)
    for (const kind of unscheduled) await repository.insertRecurring(kind, now())
    unscheduled = []
  }

  function wake(): void {
    takeJobs().catch(error => log.warn({ err: error }, 'could not look for jobs'))
  }

  function begin({ underWay }: Lane, job: ClaimedJob, then: () => void): void {
    const done = perform(job)
      .catch(error => log.warn({ err: error, kind: job.kind, id: job.id }, 'could not note how a job ended'))
      .finally(() => {
        underWay.delete(done)
        ended++
      })
      .then(then)
    underWay.add(done)
  }

  async function perform(job: ClaimedJob): Promise<void> {
    if (job.attempts > MOST_ATTEMPTS && !endings.get(job.kind)?.untilDone)
      return fail(job, new Error('The process ended while it was at it'))
    // One that may bring the process down is left alone for as long as one that fails.
    const leaseMs = job.attempts > MOST_ATTEMPTS ? HOUR : LEASE_MS
    const extend = () => repository.extend(job, now() + leaseMs).catch(() => {})
    if (leaseMs > LEASE_MS) await extend()
    const renewal = setInterval(extend, LEASE_MS / 3).unref()
    try {
      const { id, attempts: attempt } = job
      await handlers.get(job.kind)?.(JSON.parse(job.payload), { id, attempt, signal: stopping.signal })
    } catch (error) {
      return await fail(job, error)
    } finally {
      clearInterval(renewal)
    }
    if (job.recurring === null) await repository.remove(job)
    else await repository.scheduleNext(job, nextTime(job.kind), null)
  }

  async function fail(job: ClaimedJob, error: unknown): Promise<void> {
    const { id, kind, attempts: attempt } = job
    const { onGiveUp, untilDone } = endings.get(kind) ?? {}
    const reason = String(error).slice(0, 1_000)
    if (stopped) return repository.handBack(job, now(), reason)
    if (attempt < MOST_ATTEMPTS) {
      log.warn({ err: error, kind, id, attempt }, 'a job failed and will be tried again')
      return repository.retry(job, now() + delayAfter(attempt), reason)
    }
    hopeless.set(kind, (hopeless.get(kind) ?? 0) + 1)
    const told = untilDone ? 'a job has failed for most of a day' : 'a job failed for the last time'
    log.error({ err: error, kind, id, attempt }, told)
    if (untilDone) return repository.retry(job, now() + delayAfter(attempt), reason)
    if (job.recurring !== null) return repository.scheduleNext(job, nextTime(kind), reason)
    return repository.giveUp(job, now(), reason, async tx => onGiveUp?.(tx, JSON.parse(job.payload)))
  }

  /** On the clock's full hours and days, so that a restart does not shift it. */
  function nextTime(kind: string): number {
    const interval = intervals.get(kind) ?? DAY
    return (Math.floor(now() / interval) + 1) * interval
  }

  function handleIn({ kinds }: Lane, kind: string, handler: JobHandler, ending: Ending = {}): void {
    handlers.set(kind, handler)
    endings.set(kind, ending)
    kinds.add(kind)
  }

  function every(kind: string, intervalMs: number, work: JobHandler): void {
    handleIn(recurring, kind, work)
    intervals.set(kind, intervalMs)
    unscheduled.push(kind)
  }

  every('jobs.sweep', DAY, () => repository.removeGivenUp(now() - GIVEN_UP_KEPT_MS))

  return {
    every,
    hopeless,
    handle: (kind, handler, ending) => handleIn(short, kind, handler, ending),
    handleLong: (kind, handler, ending) => handleIn(long, kind, handler, ending),
    handleTidying: (kind, handler, ending) => handleIn(tidying, kind, handler, ending),
    handleOutside: (kind, handler, ending) => handleIn(outside, kind, handler, ending),

    async enqueue(tx, kind, payload, { runAt = now() } = {}) {
      if (runAt <= now()) tx.signal(CHANNEL)
      return insertJob(tx, kind, payload, runAt)
    },

    done: repository.removeUnbegun,

    work() {
      const poll = setInterval(wake, POLL_MS).unref()
      // Once the answer that asked for it is on its way: nobody waits for a job, or can tell from the wait that there is one.
      const deafen = database.onSignal(CHANNEL, () => setImmediate(wake))
      halt = () => {
        clearInterval(poll)
        deafen()
      }
      wake()
    },

    async idle() {
      // What ended during the last look may have left new work that the look came too early for.
      for (let seen = -1; seen !== ended || allUnderWay().length > 0; ) {
        seen = ended
        await Promise.all(allUnderWay())
        await takeJobs()
      }
    },

    async stop() {
      stopped = true
      stopping.abort()
      halt()
      // One that is just being claimed is not to be forgotten.
      await takeJobs().catch(() => {})
      await Promise.all(allUnderWay())
    },
  }
}

/** 2 s, 6 s, 18 s and so on up to an hour, each give or take half, so that what failed together does not return together. */
function delayAfter(attempt: number): number {
  return Math.round(Math.min(HOUR, 2 * SECOND * 3 ** (attempt - 1)) * (0.5 + Math.random()))
}
