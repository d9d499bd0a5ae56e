import type { Event } from '@plinth/contract/events'
import { type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { AnyTx, Database } from './database/database.ts'
import { preparedInsert } from './database/prepared.ts'
import { sweep } from './database/sweep.ts'
import type { Log } from './log.ts'
import { oneAtATime } from './one-at-a-time.ts'

interface EventTables {
  events: { id: Generated<number>; topic: string; event: string; createdat: number }
}
type NewEvent = Insertable<EventTables['events']>
type StoredEvent = Selectable<EventTables['events']>

export interface Message {
  id: number
  event: Event
}

export interface Subscriber {
  /** May change while the subscription lasts. */
  topics: ReadonlySet<string>
  /** Where the reader left off. */
  after?: number
  /** For a reader without a place: for how many milliseconds it has been asking. Without either, only what comes from now on is delivered. */
  age?: number
  /**
   * The first message is always a hello that says whether the reader was taken up where it left off. If not, it has to ask
   * afresh for whatever it shows. After that each event comes once, in the order of the commits.
   */
  deliver(message: Message): void
  /** Nothing more will come. */
  ended(): void
}

export type Events = ReturnType<typeof createEvents>

const CHANNEL = 'events'
const POLL_MS = 5_000
const KEPT_MS = 3_600_000
const PAGE = 500
/** A reader that missed more than this is better served by asking afresh. */
const MOST_REPLAYED = 1_000
/** Between the moment an event is written down and its commit, and between the clocks of two nodes. */
const SLACK_MS = 5_000
/** Any number will do, as long as nobody else in the same database uses it. */
const LOCK = 7_261_002

const pending = new WeakMap<AnyTx, NewEvent[]>()

/** Tells the topic's readers on every node, after the commit and only if there is one. */
export function publish(tx: AnyTx, { topic, event }: { topic: string; event: Event }): void {
  const row = { topic, event: JSON.stringify(event), createdat: Date.now() }
  const earlier = pending.get(tx)
  if (earlier) return void earlier.push(row)
  const rows = [row]
  pending.set(tx, rows)
  tx.signal(CHANNEL)
  tx.beforeCommit(() => insert(tx, rows))
}

const insertEvents = preparedInsert<EventTables, 'events'>('events', ['topic', 'event', 'createdat'])

/**
 * Ids have to follow the order of the commits, or a reader that has seen 8 would miss a 7 that commits later. SQLite has
 * one transaction at a time. On PostgreSQL whoever publishes waits for the one before to commit, which is short because
 * this is the last thing a transaction does.
 */
async function insert(tx: AnyTx, rows: NewEvent[]): Promise<void> {
  const tables = tx.withTables<EventTables>()
  if (tx.engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tables.query)
  for (let from = 0; from < rows.length; from += PAGE) await insertEvents(tables, rows.slice(from, from + PAGE))
}

export function createEvents(
  database: Database,
  log: Pick<Log, 'warn'>,
  { now = Date.now }: { now?: () => number } = {},
) {
  const { query } = database.withTables<EventTables>()
  /** Each with what came while it was still being told the past. */
  const subscribers = new Map<Subscriber, Message[] | null>()
  /** How many are being let in: what is said meanwhile is theirs to hear. */
  let coming = 0
  let head = 0
  let stopped = false

  /** Hands on all events after `head`. For the first who comes it only moves on. */
  const catchUp = oneAtATime(async () => {
    if (subscribers.size === 0) {
      const last = await lastId(query)
      await database.allSafe()
      // Somebody may have come meanwhile, who counts on hearing all after the old head.
      if (subscribers.size === 0) {
        head = last
        return
      }
    }
    for (let more = true; more; ) {
      const rows = await query
        .selectFrom('events')
        .selectAll()
        .where('id', '>', head)
        .orderBy('id')
        .limit(PAGE)
        .execute()
      // An id that somebody has heard of is not given to another event, even if the power fails.
      await database.allSafe()
      for (const row of rows) dispatch(row)
      more = rows.length === PAGE
    }
  })

  function dispatch({ id, topic, event: text }: StoredEvent): void {
    head = id
    const message = { id, event: JSON.parse(text) as Event }
    for (const [subscriber, held] of subscribers) {
      if (!subscriber.topics.has(topic)) continue
      if (held) held.push(message)
      else subscriber.deliver(message)
    }
  }

  async function tellPast({ topics, age, deliver, ...reader }: Subscriber, from: number, held: Message[]) {
    const after = reader.after ?? (age === undefined ? undefined : await placeAt(query, now() - age - SLACK_MS))
    const missed = after === undefined ? null : await missedBetween(query, after, from, topics)
    deliver({ id: missed ? Number(after) : from, event: { type: 'hello', data: { resumed: missed ? 'yes' : 'no' } } })
    for (const message of [...(missed ?? []), ...held]) deliver(message)
  }

  /** With nobody there nothing is looked for: whoever comes begins with that. */
  function wake(): void {
    if (subscribers.size + coming === 0) return
    catchUp().catch(error => log.warn({ err: error }, 'could not look for events'))
  }

  const poll = setInterval(wake, POLL_MS).unref()
  const deafen = database.onSignal(CHANNEL, wake)

  return {
    /** Answers with the way to stop it. */
    async subscribe(subscriber: Subscriber): Promise<() => void> {
      coming++
      try {
        await catchUp()
      } finally {
        // From here to where it is known to be there nothing is waited for.
        coming--
      }
      if (stopped) subscriber.ended()
      const held: Message[] = []
      subscribers.set(subscriber, held)
      const leave = () => subscribers.delete(subscriber)
      await tellPast(subscriber, head, held).catch(error => {
        // Nobody would, and what it holds would grow for ever.
        leave()
        throw error
      })
      if (subscribers.has(subscriber)) subscribers.set(subscriber, null)
      return leave
    },

    /** Whether the topic had an event lately. */
    async has(topic: string): Promise<boolean> {
      const row = await query.selectFrom('events').select('id').where('topic', '=', topic).limit(1).executeTakeFirst()
      return row !== undefined
    },

    /** Deletes what is too old to be told, but not the last one: it keeps the place of those who have seen it. */
    async sweep(): Promise<void> {
      const old = await query
        .selectFrom('events')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('createdat', '<', now() - KEPT_MS)
        .executeTakeFirst()
      const below = Math.min((old?.id ?? 0) + 1, await lastId(query))
      await sweep(database, { table: 'events', key: 'id', column: 'id', below })
    },

    stop(): void {
      stopped = true
      clearInterval(poll)
      deafen()
      for (const { ended } of subscribers.keys()) ended()
      subscribers.clear()
    },
  }
}

async function lastId(query: Kysely<EventTables>): Promise<number> {
  const row = await query.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** The place of a reader that has heard everything up to that time. */
async function placeAt(query: Kysely<EventTables>, time: number): Promise<number> {
  const events = query.selectFrom('events').select('id').limit(1)
  const last = await events
    .where('createdat', '<', time)
    .orderBy('createdat', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last) return last.id
  const first = await events.orderBy('id').executeTakeFirst()
  return first ? first.id - 1 : 0
}

/** Null when some of it may be gone, or when the id is not one of ours. */
async function missedBetween(
  query: Kysely<EventTables>,
  after: number,
  upTo: number,
  topics: ReadonlySet<string>,
): Promise<Message[] | null> {
  if (!(after <= upTo)) return null
  const rows = await query
    .selectFrom('events')
    .select(['id', 'event'])
    // An empty list is not SQL everywhere; no topic has an empty name.
    .where('topic', 'in', ['', ...topics])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(MOST_REPLAYED + 1)
    .execute()
  // Asked last: what is swept away meanwhile has been read already, or is known to be gone.
  const oldest = await query.selectFrom('events').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (rows.length > MOST_REPLAYED || after < (oldest?.id ?? 0) - 1) return null
  return rows.map(({ id, event }) => ({ id, event: JSON.parse(event) }))
}
