import { sweep } from '@plinth/platform/database/sweep'
import type { Platform } from '@plinth/platform/service'
import { deviceLifetimeMs } from './login/device-cookie.ts'

const hour = 3_600_000

/** Deletes, now and then, what has ended by itself. */
export function sweepWhatEnded({ db, jobs }: Platform): void {
  jobs.every('tickets.sweep', hour, () =>
    sweep(db, { table: 'tickets', key: 'tickethash', column: 'expiresat', below: Date.now() }),
  )
  jobs.every('devices.sweep', 24 * hour, () =>
    sweep(db, { table: 'devices', key: 'devicehash', column: 'lastseenat', below: Date.now() - deviceLifetimeMs }),
  )
}
