import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { AnyTx, Database } from './database/database.ts'
import { sweep } from './database/sweep.ts'

interface JobTables {
  jobs: {
    id: string
    kind: string
    payload: string
    dueat: number
    attempts: number
    lasterror: string | null
    gaveupat: number | null
    recurring: string | null
  }
}

export interface ClaimedJob {
  id: string
  kind: string
  payload: string
  attempts: number
  recurring: string | null
}

/** The id begins with the time, so ids sort by age. */
export async function insertJob(tx: AnyTx, kind: string, payload: unknown, dueat: number): Promise<string> {
  const id = randomUUIDv7()
  const row = { id, kind, payload: JSON.stringify(payload), dueat, attempts: 0 }
  await tx.withTables<JobTables>().query.insertInto('jobs').values(row).execute()
  return id
}

export function createJobsRepository(database: Database) {
  const { engine, query } = database.withTables<JobTables>()
  /** On PostgreSQL nodes claim side by side; without this they would wait for each other's rows. */
  const pastOthers = engine === 'postgres' ? sql`for update skip locked` : sql``

  /** Changes a job only while it is still ours: the attempt tells, if the lease ran out and somebody else has it now. */
  const ours = ({ id, attempts }: ClaimedJob, db = query) =>
    db.updateTable('jobs').where('id', '=', id).where('attempts', '=', attempts)

  return {
    async insertRecurring(kind: string, dueat: number): Promise<void> {
      const row = { id: randomUUIDv7(), kind, payload: 'null', dueat, attempts: 0, recurring: kind }
      await query
        .insertInto('jobs')
        .values(row)
        .onConflict(conflict => conflict.column('recurring').where('recurring', 'is not', null).doNothing())
        .execute()
    },

    /** Those that a clock has put off which was far ahead for a while: once it is right, they would wait for that time. */
    async recall(now: number, longest: number): Promise<void> {
      const away = query.updateTable('jobs').set({ dueat: now }).where('gaveupat', 'is', null)
      await away.where('dueat', '>', longest).execute()
    },

    /** Takes jobs that are due and leases them until the given time. */
    async claim(kinds: string[], limit: number, now: number, until: number): Promise<ClaimedJob[]> {
      const { rows } = await sql<ClaimedJob>`
        with due as materialized (
          select id from jobs where gaveupat is null and dueat <= ${now} and kind in (${sql.join(kinds)})
          order by dueat, id limit ${limit} ${pastOthers}
        )
        update jobs set dueat = ${until}, attempts = attempts + 1 where id in (select id from due)
        returning id, kind, payload, attempts, recurring`.execute(query)
      return rows
    },

    async extend(job: ClaimedJob, until: number): Promise<void> {
      await ours(job).set({ dueat: until }).execute()
    },

    async remove({ id, attempts }: ClaimedJob): Promise<void> {
      await query.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute()
    },

    async removeUnbegun(id: string): Promise<void> {
      await query.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', 0).execute()
    },

    async scheduleNext(job: ClaimedJob, dueat: number, lasterror: string | null): Promise<void> {
      await ours(job).set({ dueat, attempts: 0, lasterror }).execute()
    },

    async retry(job: ClaimedJob, dueat: number, lasterror: string): Promise<void> {
      await ours(job).set({ dueat, lasterror }).execute()
    },

    /** It was under way when the process wanted to end: that says nothing against it, so it does not count. */
    async handBack(job: ClaimedJob, dueat: number, lasterror: string): Promise<void> {
      await ours(job)
        .set({ dueat, lasterror, attempts: job.attempts - 1 })
        .execute()
    },

    async giveUp(job: ClaimedJob, gaveupat: number, lasterror: string, andThen: (tx: AnyTx) => Promise<void>) {
      await database.withTables<JobTables>().transaction(async tx => {
        const given = await ours(job, tx.query).set({ gaveupat, lasterror }).returning('id').execute()
        if (given.length > 0) await andThen(tx)
      })
    },

    removeGivenUp: (before: number) => sweep(database, { table: 'jobs', key: 'id', column: 'gaveupat', below: before }),
  }
}
