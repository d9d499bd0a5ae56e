import { createClient } from '@plinth/contract/client'
import { searchUsers } from '@plinth/contract/invites'
import { listOrgUsers } from '@plinth/contract/org-users'
import { listOrgs } from '@plinth/contract/orgs'
import { medianOf, numbers, onBothEngines, type Seed, type Times } from './engines.ts'
import type { Product } from './product.ts'
import type { Figure } from './report.ts'

const small = 100
const large = 100_000
const tries = 400

/** The lists of an organisation with a hundred people, and of the same one with a hundred thousand. */
export const measureOrganisations = (): Promise<Figure[]> =>
  onBothEngines(
    measure,
    took =>
      `median with ${large.toLocaleString('en')} members, one request after the other; ${(took.large / took.small).toFixed(1)} times that with ${small}`,
  )

async function measure({ url, orgid, accesstoken }: Product, seed: Seed): Promise<Times[]> {
  const ask = createClient({ origin: url, token: () => accesstoken, timeoutMs: 60_000 })

  async function lastPage(): Promise<string | undefined> {
    for (let cursor: string | undefined; ; ) {
      const [page, error] = await ask(listOrgUsers, { orgid, limit: 100, cursor })
      if (error) throw new Error(error.msg)
      if (!page.cursor) return cursor
      cursor = page.cursor
    }
  }

  async function round(): Promise<Record<string, number>> {
    const last = await lastPage()
    return {
      'List of organisations': await medianOf(tries, () => ask(listOrgs, {})),
      'Members, first page': await medianOf(tries, () => ask(listOrgUsers, { orgid })),
      'Members, last page': await medianOf(tries, () => ask(listOrgUsers, { orgid, limit: 100, cursor: last })),
      'Members, searched': await medianOf(tries, () => ask(listOrgUsers, { orgid, search: 'person 77' })),
      // One person may search sixty times a minute.
      'People to invite, searched': await medianOf(25, () => ask(searchUsers, { orgid, searchkey: 'person 77' })),
    }
  }

  await seed(people(orgid, 1, small))
  const before = await round()
  await seed(people(orgid, small + 1, large))
  const after = await round()
  return Object.keys(before).map(name => ({ name, small: before[name] ?? 0, large: after[name] ?? 0 }))
}

function people(orgid: string, from: number, to: number): string[] {
  const rows = numbers(from, to)
  const userid = `'u' || cast(i as text)`
  const words = [userid, `'person'`, 'cast(i as text)']
  return [
    `insert into users (userid, name, email, emailverified, passwordhash, ssotype, notifications, createdat)
     ${rows} select ${userid}, 'Person ' || cast(i as text), ${userid} || '@example.org', 1, null, 'upsso', 1, i from n`,
    `insert into orgmembers (orgid, userid, name, role, isowner, isexternal, joinedat)
     ${rows} select '${orgid}', ${userid}, 'Person ' || cast(i as text), 'Member', 0, 0, i from n`,
    ...words.map(word => `insert into userwords (word, userid) ${rows} select ${word}, ${userid} from n`),
    ...words.map(
      word => `insert into orgmemberwords (orgid, word, userid) ${rows} select '${orgid}', ${word}, ${userid} from n`,
    ),
    `update orgs set membercount = membercount + ${to - from + 1} where orgid = '${orgid}'`,
  ]
}
