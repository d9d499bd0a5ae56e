import type { Errcode } from '@plinth/contract/errors'
import type { Queries, Tx } from '@plinth/platform/database/database'
import { uniqueViolation } from '@plinth/platform/database/unique-violation'
import { Refusal } from '@plinth/platform/errors'
import type { AccountTables } from '../tables.ts'
import type { User } from '../users.repository.ts'

export type ProviderName = AccountTables['identities']['provider']

interface Key {
  provider: ProviderName
  subject: string
}

interface NewIdentity extends Key {
  userid: string
  label: string
}

export async function findByIdentity(
  db: Queries<AccountTables>,
  { provider, subject }: Key,
): Promise<User | undefined> {
  return db.query
    .selectFrom('identities')
    .innerJoin('users', 'users.userid', 'identities.userid')
    .selectAll('users')
    .where('identities.provider', '=', provider)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()
}

/** What to answer where the identity belongs to somebody already differs from one caller to the other. */
export async function insertIdentity(tx: Tx<AccountTables>, identity: NewIdentity, taken: Errcode): Promise<void> {
  try {
    await tx.query
      .insertInto('identities')
      .values({ ...identity, createdat: Date.now() })
      .execute()
  } catch (error) {
    const violated = uniqueViolation(error)
    if (violated === 'identities.provider,subject') throw new Refusal(taken)
    if (violated === 'identities.userid,provider') throw new Refusal('SSO_CONNECTED')
    throw error
  }
}

export const listIdentities = (db: Queries<AccountTables>, userid: string) =>
  db.query
    .selectFrom('identities')
    .select(['provider', 'label', 'createdat'])
    .where('userid', '=', userid)
    .orderBy('provider')
    .execute()

/** False where there was none. */
export async function deleteIdentity(tx: Tx<AccountTables>, userid: string, provider: ProviderName): Promise<boolean> {
  const gone = await tx.query
    .deleteFrom('identities')
    .where('userid', '=', userid)
    .where('provider', '=', provider)
    .returning('provider')
    .executeTakeFirst()
  return gone !== undefined
}

export async function deleteIdentities(tx: Tx<AccountTables>, userid: string): Promise<void> {
  await tx.query.deleteFrom('identities').where('userid', '=', userid).execute()
}

/** The first of them that nobody has. */
export async function firstFree(db: Queries<AccountTables>, userids: string[]): Promise<string | undefined> {
  const taken = await db.query.selectFrom('users').select('userid').where('userid', 'in', userids).execute()
  return userids.find(userid => !taken.some(user => user.userid === userid))
}
