import type { Database } from '@plinth/platform/database/database'
import { sweep } from '@plinth/platform/database/sweep'
import type { Platform } from '@plinth/platform/service'
import { deviceLifetimeMs } from './login/device-cookie.ts'
import type { AccountTables } from './tables.ts'

const hour = 3_600_000
const sweptAtOnce = 1_000

/** Deletes, now and then, what has ended by itself. */
export function sweepWhatEnded({ db, jobs }: Platform): void {
  jobs.every('tickets.sweep', hour, () =>
    sweep(db, { table: 'tickets', key: 'tickethash', column: 'expiresat', below: Date.now() }),
  )
  jobs.every('devices.sweep', 24 * hour, () =>
    sweep(db, { table: 'devices', key: 'devicehash', column: 'lastseenat', below: Date.now() - deviceLifetimeMs }),
  )
  jobs.every('invitetokens.sweep', hour, () => sweepLinks(db.withTables()))
}

/** Those to invites that are over: they lead nowhere, with or without this. */
async function sweepLinks({ query }: Database<AccountTables>): Promise<void> {
  for (let swept = sweptAtOnce; swept === sweptAtOnce; ) {
    const dead = query
      .selectFrom('invitetokens as t')
      .innerJoin('invites as i', 'i.inviteid', 't.inviteid')
      .select('t.tokenhash')
      .where('i.status', '<>', 'pending')
      .limit(sweptAtOnce)
    const gone = await query.deleteFrom('invitetokens').where('tokenhash', 'in', dead).returning('tokenhash').execute()
    swept = gone.length
  }
}
