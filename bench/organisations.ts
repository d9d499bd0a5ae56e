import { createClient } from '@plinth/contract/client'
import { listOrgUsers } from '@plinth/contract/org-users'
import { listOrgs } from '@plinth/contract/orgs'
import { type Load, loadOf, medianOf, numbers, ofEachEngine, type Seed } from './engines.ts'
import type { Product } from './product.ts'
import type { Figure } from './report.ts'

const small = 100
const crowded = 10_000
const large = 100_000
const tries = 400
const seconds = 3

/** What is asked for, and with how many people there as many as possible at once. */
const things = {
  orgs: { name: 'List of organizations', people: large },
  first: { name: 'Users of an organization, first page of 10,000', people: crowded },
  last: { name: 'Users of an organization, last page of 10,000', people: crowded },
  search: { name: 'Users of an organization, searched among 100,000', people: large },
}

type Thing = keyof typeof things
const all = Object.keys(things) as Thing[]

interface Measured extends Load {
  /** How many times as long one request takes with a hundred thousand people as with a hundred. */
  growth: number
}

/** An organisation with ten thousand members and with a hundred thousand, beside the same with a hundred. */
export async function measureOrganisations(): Promise<Figure[]> {
  const { sqlite, postgres } = await ofEachEngine(measure)
  return all.map(thing => figureOf(things[thing].name, sqlite[thing], postgres[thing]))
}

function figureOf(name: string, sqlite: Measured, postgres: Measured): Figure {
  const both = (show: (measured: Measured) => string) => `${show(sqlite)} / ${show(postgres)}`
  const grown = both(({ growth }) => growth.toFixed(1))
  return {
    name,
    value: both(({ rate }) => Math.round(rate).toLocaleString('en')),
    unit: '/s',
    note: `SQLite / PostgreSQL, ten at once, p99 ${both(({ p99 }) => p99.toFixed(1))} ms; one alone takes ${grown} times as long with 100,000 people as with 100`,
  }
}

type Call = () => Promise<[unknown, unknown]>

async function callsOf({ url, orgid, accesstoken }: Product): Promise<Record<Thing, Call>> {
  const ask = createClient({ origin: url, token: () => accesstoken, timeoutMs: 60_000 })
  let last: string | undefined
  for (let cursor: string | undefined; ; last = cursor) {
    const [page, error] = await ask(listOrgUsers, { orgid, limit: 100, cursor })
    if (error) throw new Error(error.msg)
    if (!page.cursor) break
    cursor = page.cursor
  }
  return {
    orgs: () => ask(listOrgs, {}),
    first: () => ask(listOrgUsers, { orgid }),
    last: () => ask(listOrgUsers, { orgid, limit: 100, cursor: last }),
    search: () => ask(listOrgUsers, { orgid, search: 'person 77' }),
  }
}

async function measure(product: Product, seed: Seed): Promise<Record<Thing, Measured>> {
  async function eachOf<T>(some: Thing[], look: (call: Call) => Promise<T>): Promise<Map<Thing, T>> {
    const calls = await callsOf(product)
    const seen = new Map<Thing, T>()
    for (const thing of some) seen.set(thing, await look(calls[thing]))
    return seen
  }
  const alone = () => eachOf(all, call => medianOf(tries, call))
  const atOnce = (people: number) =>
    eachOf(
      all.filter(thing => things[thing].people === people),
      call => loadOf(seconds, call),
    )

  const { orgid } = product
  await seed(people(orgid, 1, small))
  const before = await alone()
  await seed(people(orgid, small + 1, crowded))
  const loads = await atOnce(crowded)
  await seed(people(orgid, crowded + 1, large))
  const after = await alone()
  for (const [thing, load] of await atOnce(large)) loads.set(thing, load)

  const measured = (thing: Thing): Measured => {
    const { rate, p99 } = loads.get(thing) ?? { rate: Number.NaN, p99: Number.NaN }
    return { rate, p99, growth: (after.get(thing) ?? Number.NaN) / (before.get(thing) ?? Number.NaN) }
  }
  return { orgs: measured('orgs'), first: measured('first'), last: measured('last'), search: measured('search') }
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
