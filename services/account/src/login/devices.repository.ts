import { createHash } from 'node:crypto'
import type { Queries, Tx } from '@plinth/platform/database/database'
import type { AccountTables } from '../tables.ts'

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

export async function rememberDevice(tx: Tx<AccountTables>, devicetoken: string, userid: string): Promise<void> {
  const lastseenat = Date.now()
  await tx.query
    .insertInto('devices')
    .values({ devicehash: hash(devicetoken), userid, lastseenat })
    .onConflict(conflict => conflict.columns(['devicehash', 'userid']).doUpdateSet({ lastseenat }))
    .execute()
}

export async function forgetDevices(tx: Tx<AccountTables>, userid: string): Promise<void> {
  await tx.query.deleteFrom('devices').where('userid', '=', userid).execute()
}

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
  const known = await db.query
    .selectFrom('devices')
    .select('userid')
    .where('devicehash', '=', devicehash)
    // Asked for nobody too, so that an unknown account takes the same time.
    .where('userid', '=', userid ?? '')
    .executeTakeFirst()
  return known ? `${known.userid} ${devicehash}` : account
}
