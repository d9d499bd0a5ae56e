import { createClient, urlOf } from '@plinth/contract/client'
import { events } from '@plinth/contract/events'
import { editOrgName } from '@plinth/contract/orgs'
import { startPostgres } from '@plinth/tools/postgres'
import { type Product, withProduct } from './product.ts'
import { type Figure, median } from './report.ts'

const changes = 200

/** From sending a change to hearing of it on a stream of events, which is when the screens of the others ask for it. */
export async function measureEvents(): Promise<Figure[]> {
  const onSqlite = await withProduct({}, delays)
  const cluster = await startPostgres()
  try {
    const onPostgres = await withProduct({ DATABASE_URL: cluster.url }, delays)
    const told = (took: number[]) => `${median(took).toFixed(1)} ms, slowest ${Math.max(...took).toFixed(0)} ms`
    return [
      {
        name: 'A change is told to the others',
        value: median(onSqlite).toFixed(1),
        unit: 'ms',
        note: `from sending it to hearing of it on the stream, median of ${changes} renamed organisations; SQLite ${told(onSqlite)}, PostgreSQL ${told(onPostgres)}`,
      },
    ]
  } finally {
    await cluster.stop()
  }
}

async function delays({ url, orgid, accesstoken }: Product): Promise<number[]> {
  const owner = createClient({ origin: url, token: () => accesstoken })
  const stream = await listen(url, accesstoken)
  const took: number[] = []
  for (let n = 1; n <= changes; n++) {
    const since = performance.now()
    const heard = stream.next('org.changed')
    const [, error] = await owner(editOrgName, { orgid, orgname: `Northwind ${n}` })
    if (error) throw new Error(error.msg)
    await heard
    took.push(performance.now() - since)
  }
  stream.leave()
  return took
}

async function listen(origin: string, token: string) {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(origin + urlOf(events, {}), { headers, signal: leaving.signal })
  const chunks = body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  return {
    async next(type: string): Promise<void> {
      for (let text = ''; !text.includes(`"type":"${type}"`); ) text += (await chunks?.next())?.value ?? ''
    },
    leave: () => leaving.abort(),
  }
}
