import { hash as digest } from 'node:crypto'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import type { Kysely } from 'kysely'
import type { AccountTables } from '../tables.ts'

const hash = (token: string) => digest('sha256', token, 'base64url')

const remember = prepared((query: Kysely<AccountTables>, given: Given<AccountTables['devices']>) =>
  query
    .insertInto('devices')
    .values({ devicehash: given('devicehash'), userid: given('userid'), lastseenat: given('lastseenat') })
    .onConflict(conflict =>
      conflict.columns(['devicehash', 'userid']).doUpdateSet({ lastseenat: given('lastseenat') }),
    ),
)

export async function rememberDevice(tx: Tx<AccountTables>, devicetoken: string, userid: string): Promise<void> {
  await remember(tx, { devicehash: hash(devicetoken), userid, lastseenat: Date.now() })
}

export async function forgetDevices(tx: Tx<AccountTables>, userid: string): Promise<void> {
  await tx.query.deleteFrom('devices').where('userid', '=', userid).execute()
}

const deviceOf = prepared((query: Kysely<AccountTables>, given: Given<{ devicehash: string; userid: string }>) =>
  query
    .selectFrom('devices')
    .select('userid')
    .where('devicehash', '=', given('devicehash'))
    .where('userid', '=', given('userid')),
)

/**
 * Whose allowance a try at an account takes from. A browser in which its owner signed in before has one of its own, so that
 * nobody who guesses from elsewhere can keep the owner out. `account` is whatever the others are counted by.
 */
export async function allowanceOf(
  db: Queries<AccountTables>,
  devicetoken: string,
  { userid, account }: { userid: string | undefined; account: string },
): Promise<string> {
  const devicehash = hash(devicetoken)
  // Asked for nobody too, so that an unknown account takes the same time.
  const [known] = await deviceOf(db, { devicehash, userid: userid ?? '' })
  return known ? `${known.userid} ${devicehash}` : account
}
