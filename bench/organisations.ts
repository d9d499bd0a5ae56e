import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@plinth/contract/client'
import { searchUsers } from '@plinth/contract/invites'
import { listOrgUsers } from '@plinth/contract/org-users'
import { listOrgs } from '@plinth/contract/orgs'
import { startPostgres } from '@plinth/tools/postgres'
import pg from 'pg'
import { withProduct } from './product.ts'
import { type Figure, median } from './report.ts'

const small = 100
const large = 100_000
const tries = 400

/** The lists of an organisation with a hundred people, and of the same one with a hundred thousand. */
export async function measureOrganisations(): Promise<Figure[]> {
  const onSqlite = await withProduct({}, product =>
    measure(product, async statements => {
      const file = new DatabaseSync(join(product.folder, 'plinth.db'), { timeout: 30_000 })
      for (const statement of statements) file.exec(statement)
      file.close()
    }),
  )
  const cluster = await startPostgres()
  try {
    const onPostgres = await withProduct({ DATABASE_URL: cluster.url }, product =>
      measure(product, async statements => {
        const client = new pg.Client(cluster.url)
        await client.connect()
        for (const statement of statements) await client.query(statement)
        await client.query('analyze')
        await client.end()
      }),
    )
    return [...figures('SQLite', onSqlite), ...figures('PostgreSQL', onPostgres)]
  } finally {
    await cluster.stop()
  }
}

interface Times {
  name: string
  small: number
  large: number
}

const figures = (engine: string, times: Times[]): Figure[] =>
  times.map(({ name, ...took }) => ({
    name: `${name}, ${engine}`,
    value: took.large.toFixed(1),
    unit: 'ms',
    note: `median with ${large.toLocaleString('en')} members, one request after the other; ${(took.large / took.small).toFixed(1)} times that with ${small}`,
  }))

type Seed = (statements: string[]) => Promise<void>

async function measure({ url, orgid, accesstoken }: { url: string; orgid: string; accesstoken: string }, seed: Seed) {
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

async function medianOf(times: number, call: () => Promise<[unknown, unknown]>): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const since = performance.now()
    const [, error] = await call()
    if (error) throw new Error(JSON.stringify(error))
    took.push(performance.now() - since)
  }
  return median(took)
}

/** Straight into the tables, in SQL that both engines know: signing up a hundred thousand people would take an hour. */
function people(orgid: string, from: number, to: number): string[] {
  const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`
  const userid = `'u' || cast(i as text)`
  const words = [userid, `'person'`, 'cast(i as text)']
  return [
    `insert into users (userid, name, email, emailverified, passwordhash, ssotype, notifications, createdat)
     ${numbers} select ${userid}, 'Person ' || cast(i as text), ${userid} || '@example.org', 1, null, 'upsso', 1, i from n`,
    `insert into orgmembers (orgid, userid, name, role, isowner, isexternal, joinedat)
     ${numbers} select '${orgid}', ${userid}, 'Person ' || cast(i as text), 'Member', 0, 0, i from n`,
    ...words.map(word => `insert into userwords (word, userid) ${numbers} select ${word}, ${userid} from n`),
    ...words.map(
      word =>
        `insert into orgmemberwords (orgid, word, userid) ${numbers} select '${orgid}', ${word}, ${userid} from n`,
    ),
    `update orgs set membercount = membercount + ${to - from + 1} where orgid = '${orgid}'`,
  ]
}
