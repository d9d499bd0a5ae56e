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

export async function insertIdentity(tx: Tx<AccountTables>, { provider, subject }: Key, userid: string): Promise<void> {
  const row = { provider, subject, userid, createdat: Date.now() }
  try {
    await tx.query.insertInto('identities').values(row).execute()
  } catch (error) {
    if (uniqueViolation(error) === 'identities.provider,subject') throw new Refusal('SSO_EXPIRED')
    throw error
  }
}

/** The first of them that nobody has. */
export async function firstFree(db: Queries<AccountTables>, userids: string[]): Promise<string | undefined> {
  const taken = await db.query.selectFrom('users').select('userid').where('userid', 'in', userids).execute()
  return userids.find(userid => !taken.some(user => user.userid === userid))
}
