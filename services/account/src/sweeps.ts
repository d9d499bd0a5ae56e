import type { Database } from '@plinth/platform/database/database'
import { sweep } from '@plinth/platform/database/sweep'
import type { Platform } from '@plinth/platform/service'
import { deleteEndedTokens } from './invites/invites.repository.ts'
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

/** They lead nowhere, with or without this. */
async function sweepLinks(db: Database<AccountTables>): Promise<void> {
  while ((await deleteEndedTokens(db, sweptAtOnce)) === sweptAtOnce);
}
