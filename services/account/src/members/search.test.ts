import { searchUsers } from '@plinth/contract/invites'
import { listOrgUsers } from '@plinth/contract/org-users'
import { createOrg } from '@plinth/contract/orgs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountTables } from '../tables.ts'
import { startAccount } from '../testing/people.ts'
import { insertUser } from '../users.repository.ts'
import { insertMember } from './members.repository.ts'

type App = Awaited<ReturnType<typeof startAccount>>

let app: App
let owner: Awaited<ReturnType<App['person']>>
const orgid = 'crowd'

/** So many that the first way along the common word ends long before the last of them. */
const crowd = 400
/** At the end of the alphabet, where that way comes last. */
const rare = (n: number) => n >= crowd - 30

beforeAll(async () => {
  app = await startAccount()
  owner = await app.verifiedPerson('olga')
  await owner.ask(createOrg, { orgid, orgname: 'Crowd' })
  await app.platform.db.withTables<AccountTables>().transaction(async tx => {
    for (let n = 0; n < crowd; n++) {
      const userid = `p${String(n).padStart(3, '0')}`
      const name = rare(n) ? 'Person Zeta' : n % 2 ? 'Person Even' : 'Human Odd'
      const user = { userid, name, email: `${userid}@example.org`, emailverified: 1, passwordhash: null }
      await insertUser(tx, { ...user, ssotype: 'upsso', notifications: 1, createdat: n })
      await insertMember(tx, { orgid, userid, name, role: ['Member'], isexternal: false })
    }
  })
})
afterAll(() => app.close())

async function all(search: string, limit = 7): Promise<string[]> {
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const [page, error] = await owner.ask(listOrgUsers, { orgid, search, limit, cursor })
    if (error) throw new Error(error.msg)
    seen.push(...page.users.map(({ userid }) => userid))
    if (!page.cursor) return seen
    cursor = page.cursor
  }
}

const rareOnes = Array.from({ length: crowd }, (_, n) => n)
  .filter(rare)
  .map(n => `p${n}`)

describe('a search of two words', () => {
  it.each(['person zeta', 'zeta person', 'z per', 'per z person'])(
    'finds everybody once, in pages: %s',
    async search => {
      expect((await all(search)).toSorted()).toEqual(rareOnes)
    },
  )

  it('finds nobody where each word is common and nobody has both', async () => {
    expect(await all('person human')).toEqual([])
    expect(await all('odd even')).toEqual([])
  })

  it('finds a name as it is written, with its marks or without', async () => {
    const name = 'Seán O’Brien-Quist (Cork)'
    await app.platform.db.withTables<AccountTables>().transaction(async tx => {
      const user = { userid: 'sean', name, email: 'sean@example.org', emailverified: 1, passwordhash: null }
      await insertUser(tx, { ...user, ssotype: 'upsso', notifications: 1, createdat: 0 })
      await insertMember(tx, { orgid, userid: 'sean', name, role: ['Member'], isexternal: false })
    })
    for (const search of [name, "Sean O'Brien-Q", 'quist', 'o’b', 'cork', '(cork)'])
      expect([search, await all(search)]).toEqual([search, ['sean']])
  })

  it('finds the few among everybody on the server too', async () => {
    const [found] = await owner.ask(searchUsers, { orgid, searchkey: 'person zeta' })
    expect(found?.users.map(({ userid }) => userid)).toEqual(rareOnes.slice(0, 10))
  })
})
