import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { wordsOf } from './search-words.ts'
import type { AccountTables } from './tables.ts'

export type User = Selectable<AccountTables['users']>

export async function insertUser(tx: Tx<AccountTables>, user: User): Promise<void> {
  await refusingTaken(() => tx.query.insertInto('users').values(user).execute())
  const words = wordsOf(user.userid, user.name).map(word => ({ word, userid: user.userid }))
  await tx.query.insertInto('userwords').values(words).execute()
}

export async function updateUser(
  tx: Tx<AccountTables>,
  userid: string,
  change: Updateable<AccountTables['users']>,
): Promise<void> {
  await refusingTaken(() => tx.query.updateTable('users').set(change).where('userid', '=', userid).execute())
}

async function refusingTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const taken = uniqueViolation(error)
    if (taken === 'users.userid') throw new Refusal('USERID_TAKEN')
    if (taken === 'users.email') throw new Refusal('EMAIL_TAKEN')
    throw error
  }
}

const byKey = prepared(
  (query: Kysely<AccountTables>, given: Given<{ key: string }>, { column }: { column: 'email' | 'userid' }) =>
    query.selectFrom('users').selectAll().where(column, '=', given('key')),
)

/** A user id has no @, an address always has one, so the two never meet. */
export async function findUser(db: Queries<AccountTables>, useridOrEmail: string): Promise<User | undefined> {
  const [user] = await byKey(db, { key: useridOrEmail }, { column: useridOrEmail.includes('@') ? 'email' : 'userid' })
  return user
}

/** The user behind a session. Gone only if the account was deleted between the check of the token and here. */
export async function userOf(db: Queries<AccountTables>, userid: string): Promise<User> {
  const user = await findUser(db, userid)
  if (!user) throw new Refusal('UNAUTHENTICATED')
  return user
}

const profile = prepared((query: Kysely<AccountTables>, given: Given<{ userid: string }>) =>
  query
    .selectFrom('users as u')
    .leftJoin('totps as t', 't.userid', 'u.userid')
    .select([
      'u.name',
      'u.email',
      'u.emailverified',
      'u.ssotype',
      'u.passwordhash',
      'u.notifications',
      't.confirmedat as totpsince',
    ])
    .where('u.userid', '=', given('userid')),
)

/** The same, with since when signing in takes a second step: what the first call of every page asks. */
export async function profileOf(db: Queries<AccountTables>, userid: string) {
  const [user] = await profile(db, { userid })
  if (!user) throw new Refusal('UNAUTHENTICATED')
  return user
}
