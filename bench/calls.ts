import { createServer } from 'node:http'
import { freePort } from '@plinth/tools/free-port'
import autocannon from 'autocannon'
import { withProduct } from './product.ts'
import type { Figure } from './report.ts'

const seconds = 8

/** A signed-in call that reads a little, beside a server that answers the same bytes without reading anything. */
export async function measureCalls(): Promise<Figure[]> {
  return withProduct({}, async ({ url, accesstoken }) => {
    const call = { url: `${url}/api/v1/orgs/list`, headers: { authorization: `Bearer ${accesstoken}` } }
    const body = await (await fetch(call.url, { headers: call.headers })).text()
    const plinth = await requestsPerSecond(call)
    const bare = await withBareServer(body, bareUrl => requestsPerSecond({ url: bareUrl, headers: call.headers }))
    return [
      {
        name: 'Signed-in calls',
        value: Math.round(plinth.rate).toLocaleString('en'),
        unit: '/s',
        note: `list of organizations, SQLite, 10 connections, p99 ${plinth.p99} ms; ${Math.round((100 * plinth.rate) / bare.rate)} % of a Node server that answers the same bytes from memory`,
      },
    ]
  })
}

async function requestsPerSecond(request: { url: string; headers: Record<string, string> }) {
  await autocannon({ ...request, connections: 10, duration: 2 })
  const { requests, latency, non2xx, errors } = await autocannon({ ...request, connections: 10, duration: seconds })
  if (non2xx || errors) throw new Error(`${request.url}: ${non2xx} refusals, ${errors} errors`)
  return { rate: requests.average, p99: latency.p99 }
}

async function withBareServer<T>(body: string, work: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort()
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
  }).listen(port, '127.0.0.1')
  try {
    return await work(`http://127.0.0.1:${port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
