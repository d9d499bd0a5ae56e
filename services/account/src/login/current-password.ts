import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { createLimits } from '../limits.ts'
import type { AccountTables } from '../tables.ts'
import { userOf } from '../users.repository.ts'
import { verifyPassword } from './passwords.ts'

/**
 * Asks once more for the password before the ways to sign in change: whoever finds an open session does not know it. Answers the
 * hash that it was compared with, for who does something else first and has to know whether it still is the password.
 */
export function createPasswordCheck(platform: Platform) {
  const tables = platform.db.withTables<AccountTables>()
  const limits = createLimits(platform)

  return async (userid: string, password: string): Promise<string | null> => {
    const { passwordhash } = await userOf(tables, userid)
    // Who only ever signs in through a provider has none to ask for.
    if (passwordhash === null) return null
    await limits.take('passwordByAccount', userid)
    if (!(await verifyPassword(passwordhash, password))) throw new Refusal('WRONG_PASSWORD')
    await limits.forgive('passwordByAccount', userid)
    return passwordhash
  }
}
