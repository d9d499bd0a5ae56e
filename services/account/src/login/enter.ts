import type { Credentials } from '@plinth/contract/login'
import type { SecondStep } from '@plinth/contract/two-factor'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { hasPasskeys } from '../passkeys/passkeys.repository.ts'
import type { AccountTables } from '../tables.ts'
import { hasRecoveryCodes, isTotpOn } from '../two-factor/two-factor.repository.ts'
import type { User } from '../users.repository.ts'
import { deviceCookie } from './device-cookie.ts'
import { rememberDevice } from './devices.repository.ts'
import { issueTicket } from './tickets.repository.ts'

/** Where a session comes from: shown in the list of one's sessions. */
export interface Visitor {
  device: string
  address: string
  /** Of the browser: its own, or one it gets if the visitor comes in. */
  devicetoken: string
  setCookie(cookie: string): void
}

type Person = Pick<User, 'userid' | 'email'>

/** Opens a session for whoever `prove`, in the same transaction, says it is; no further step is asked for. */
export function createAdmit({ config, db, sessions }: Platform) {
  const tables = db.withTables<AccountTables>()

  return async (
    visitor: Visitor,
    prove: (tx: Tx<AccountTables>) => Promise<Person>,
    { transaction }: Pick<typeof tables, 'transaction'> = tables,
  ): Promise<Credentials> => {
    const { device, address, devicetoken } = visitor
    const credentials = await transaction(async tx => {
      const { userid, email } = await prove(tx)
      await rememberDevice(tx, devicetoken, userid)
      const { accesstoken } = await sessions.open(tx, { userid, device, address })
      return { accesstoken, userid, email }
    })
    visitor.setCookie(deviceCookie(devicetoken, config.publicUrl))
    return credentials
  }
}

/**
 * The last step of every way in, once it is known who it is: a session, or TWO_FACTOR_NEEDED with the ticket to go on with.
 * `stillProven` refuses, in the same transaction, where that was known by something that no longer holds.
 */
export function createEnter(platform: Platform) {
  const tables = platform.db.withTables<AccountTables>()
  const admit = createAdmit(platform)

  return async (
    { userid, email }: Person,
    visitor: Visitor,
    stillProven: (tx: Tx<AccountTables>) => Promise<void> = async () => {},
  ): Promise<Credentials> => {
    const methods = await secondSteps(tables, userid)
    // Whoever loses a session to a power failure signs in again.
    if (methods.length === 0) return admit(visitor, tx => stillProven(tx).then(() => ({ userid, email })), tables.lax)
    const ticket = await tables.lax.transaction(async tx => {
      await stillProven(tx)
      return issueTicket(tx, 'two-factor', { userid, data: {} })
    })
    const data: SecondStep = { ticket, methods }
    throw new Refusal('TWO_FACTOR_NEEDED', { data })
  }
}

/** A passkey alone asks for no second step, but may serve as one. */
async function secondSteps(db: Queries<AccountTables>, userid: string): Promise<SecondStep['methods']> {
  if (!(await isTotpOn(db, userid))) return []
  const [codes, passkeys] = await Promise.all([hasRecoveryCodes(db, userid), hasPasskeys(db, userid)])
  return ['totp', ...(codes ? (['recovery'] as const) : []), ...(passkeys ? (['passkey'] as const) : [])]
}
