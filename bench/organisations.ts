import { createClient } from '@plinth/contract/client'
import { searchUsers } from '@plinth/contract/invites'
import { listOrgUsers } from '@plinth/contract/org-users'
import { listOrgs } from '@plinth/contract/orgs'
import { type Load, loadOf, medianOf, numbers, onBothEngines, type Seed, type Times } from './engines.ts'
import type { Product } from './product.ts'
import type { Figure } from './report.ts'

const small = 100
const crowded = 10_000
const large = 100_000
const tries = 400
const seconds = 3

/**
 * An organisation with ten thousand members, and people to invite among a hundred thousand, beside the same with a hundred.
 * Members of an organisation with a hundred thousand are asked for too.
 */
export const measureOrganisations = (): Promise<Figure[]> => onBothEngines(measure, noteOf)

const count = (number: number) => Math.round(number).toLocaleString('en')

const noteOf = ({ small: before, large: after, load }: Times) =>
  [
    `median, one request after the other; ${(after / before).toFixed(1)} times that with ${small} rows`,
    ...(load ? [`${count(load.rate)} /s with ten at once, p99 ${load.p99.toFixed(1)} ms`] : []),
  ].join('; ')

type Ask = () => Promise<[unknown, unknown]>

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

  /** One person may search for people to invite sixty times a minute, so that is only measured one by one. */
  const limited = 'People to invite, searched'

  async function things(): Promise<Record<string, Ask>> {
    const last = await lastPage()
    return {
      'List of organisations': () => ask(listOrgs, {}),
      'Members, first page': () => ask(listOrgUsers, { orgid }),
      'Members, last page': () => ask(listOrgUsers, { orgid, limit: 100, cursor: last }),
      'Members, searched': () => ask(listOrgUsers, { orgid, search: 'person 77' }),
      [limited]: () => ask(searchUsers, { orgid, searchkey: 'person 77' }),
    }
  }

  async function round(): Promise<Record<string, number>> {
    const took: Record<string, number> = {}
    for (const [name, call] of Object.entries(await things()))
      took[name] = await medianOf(name === limited ? 15 : tries, call)
    return took
  }

  async function underLoad(): Promise<Record<string, Load>> {
    const loads: Record<string, Load> = {}
    for (const [name, call] of Object.entries(await things()))
      if (name !== limited) loads[name] = await loadOf(seconds, call)
    return loads
  }

  await seed(people(orgid, 1, small))
  const before = await round()
  const rows: Times[] = []
  for (const [from, to] of [
    [small, crowded],
    [crowded, large],
  ] as const) {
    await seed(people(orgid, from + 1, to))
    const [after, loads] = [await round(), await underLoad()]
    for (const [name, took] of Object.entries(after))
      rows.push({ name: `${name}, ${count(to)}`, small: before[name] ?? 0, large: took, load: loads[name] })
  }
  return rows
}

export function people(orgid: string, from: number, to: number): string[] {
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
