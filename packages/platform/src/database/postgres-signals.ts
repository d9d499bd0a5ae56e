import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createLocalSignals, type Signals } from './signals.ts'

const CHANNEL = 'plinth'
const RECONNECT_MS = 1_000

/**
 * Signals between nodes. They are sent after the commit, not inside the transaction: PostgreSQL lets only one transaction
 * that notifies commit at a time. One connection listens; when it breaks it is opened again, and everybody is woken once
 * because something may have been missed.
 */
export async function createPostgresSignals(options: pg.ClientConfig, pool: pg.Pool): Promise<Signals> {
  const local = createLocalSignals()
  const node = randomUUID()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function listen(): Promise<void> {
    const fresh = new pg.Client({ ...options, statement_timeout: 0 })
    client = fresh
    fresh.on('error', () => fresh.end().catch(() => {}))
    fresh.on('end', () => reconnectLater(fresh))
    fresh.on('notification', ({ payload = '' }) => {
      const [sender, channel] = payload.split(' ')
      if (sender !== node && channel) local.send(channel)
    })
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
  }

  function reconnectLater(lost: pg.Client): void {
    if (closed || lost !== client) return
    client = undefined
    timer = setTimeout(() => {
      listen().then(wakeAll, () => client && reconnectLater(client))
    }, RECONNECT_MS)
    timer.unref()
  }

  function wakeAll(): void {
    for (const channel of local.channels()) local.send(channel)
  }

  await listen()
  return {
    on: local.on,
    send(channel) {
      local.send(channel)
      pool.query(`select pg_notify('${CHANNEL}', $1)`, [`${node} ${channel}`]).catch(() => {})
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
      await local.close()
    },
  }
}
