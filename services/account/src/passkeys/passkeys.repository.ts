import type { Queries, Tx } from '@plinth/platform/database/database'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import type { Selectable } from 'kysely'
import type { AccountTables } from '../tables.ts'

export type StoredPasskey = Selectable<AccountTables['passkeys']>

/** The newest first. */
export const listPasskeys = (db: Queries<AccountTables>, userid: string) =>
  db.query
    .selectFrom('passkeys')
    .selectAll()
    .where('userid', '=', userid)
    .orderBy('createdat', 'desc')
    .orderBy('passkeyid')
    .execute()

export const hasPasskeys = async (db: Queries<AccountTables>, userid: string) =>
  (await listPasskeys(db, userid)).length > 0

export const findPasskey = (db: Queries<AccountTables>, passkeyid: string): Promise<StoredPasskey | undefined> =>
  db.query.selectFrom('passkeys').selectAll().where('passkeyid', '=', passkeyid).executeTakeFirst()

export async function insertPasskey(tx: Tx<AccountTables>, passkey: StoredPasskey): Promise<void> {
  try {
    await tx.query.insertInto('passkeys').values(passkey).execute()
  } catch (error) {
    if (uniqueViolation(error) === 'passkeys.passkeyid') throw new Refusal('PASSKEY_REFUSED')
    throw error
  }
}

/** False where the passkey was used or removed since it was looked at, so that one answer of it works once. */
export async function notePasskeyUse(
  tx: Tx<AccountTables>,
  { passkeyid, counter }: StoredPasskey,
  newCounter: number,
): Promise<boolean> {
  const noted = await tx.query
    .updateTable('passkeys')
    .set({ counter: newCounter, lastusedat: Date.now() })
    .where('passkeyid', '=', passkeyid)
    .where('counter', '=', counter)
    .returning('passkeyid')
    .executeTakeFirst()
  return noted !== undefined
}

/** Only one of this user's. Answers with its name, undefined where there was none. */
export async function deletePasskey(tx: Tx<AccountTables>, userid: string, passkeyid: string) {
  const gone = await tx.query
    .deleteFrom('passkeys')
    .where('passkeyid', '=', passkeyid)
    .where('userid', '=', userid)
    .returning('name')
    .executeTakeFirst()
  return gone?.name
}

export async function deletePasskeys(tx: Tx<AccountTables>, userid: string): Promise<void> {
  await tx.query.deleteFrom('passkeys').where('userid', '=', userid).execute()
}
