import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@plinth/contract/client'
import { signup } from '@plinth/contract/login'
import { createOrg, listOrgs } from '@plinth/contract/orgs'
import { testDatabaseUrl } from '@plinth/platform/testing/engine'
import { freePort } from '@plinth/platform/testing/free-port'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moodyMailServer } from './testing/hostile-lines.ts'
import { inherited } from './testing/own-process.ts'

/** The product as a process of its own: what its signals, its lock and its death do. */
const main = fileURLToPath(new URL('main.ts', import.meta.url))

let folder: string
let port: number
let database: Awaited<ReturnType<typeof testDatabaseUrl>>
const children = new Set<ChildProcess>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  port = await freePort()
  database = await testDatabaseUrl()
})

afterEach(async () => {
  for (const child of children) await end(child, 'SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function run(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...inherited,
      PORT: String(port),
      PLINTH_DATA: folder,
      LOG_LEVEL: 'error',
      ...(database.url ? { DATABASE_URL: database.url } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk
    })
  }
  return { child, output: () => output }
}

async function ready({ child, output }: ReturnType<typeof run>): Promise<void> {
  while (!output().includes('Plinth is ready')) {
    if (child.exitCode !== null) throw new Error(output())
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  children.delete(child)
  return child.exitCode
}

/** Asks until nobody listens any more. */
async function refusesNewcomers(): Promise<void> {
  const asked = () => fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
  while (
    await asked().then(
      ({ ok }) => ok,
      () => false,
    )
  );
}

const client = (token?: string) => createClient({ origin: `http://127.0.0.1:${port}`, token: () => token })

async function accesstoken(): Promise<string> {
  const person = { userid: 'mara', name: 'Mara', email: 'mara@example.org', password: 'Passw0rd!' }
  const [data, error] = await client()(signup, person)
  if (error) throw new Error(error.msg)
  return data.accesstoken
}

describe('a start', () => {
  it('says where it listens', async () => {
    const server = run()
    await ready(server)
    expect(server.output()).toContain(`Plinth is ready: http://localhost:${port}`)
    expect(server.output()).toContain(`Mail is caught and shown at http://localhost:${port}/_mail`)
  })

  it('says where mails are that can be shown to nobody', async () => {
    const server = run({ PUBLIC_URL: 'https://plinth.example.org' })
    await ready(server)
    expect(server.output()).toContain(`Mail is not sent, for want of SMTP_URL, but kept in ${join(folder, 'mail')}`)
  })

  it('makes a folder that nobody else can look into', async () => {
    await ready(run({ PLINTH_DATA: join(folder, 'new') }))
    expect((await stat(join(folder, 'new'))).mode & 0o077).toBe(0)
  })

  it('is refused in one sentence where no folder can be made', async () => {
    const data = join(folder, 'file', 'data')
    await writeFile(join(folder, 'file'), '')
    const { child, output } = run({ PLINTH_DATA: data })
    await once(child, 'exit')
    expect(output()).toBe(
      `Plinth cannot start: The data folder ${data} cannot be made (ENOTDIR). Set PLINTH_DATA to a folder that this user can write to.\n`,
    )
  })

  it.each([
    ['PORT', 'many', 'PORT must be a number.'],
    ['PUBLIC_URL', 'example.org', 'PUBLIC_URL must look like https://plinth.example.org.'],
    ['DATABASE_URL', 'mysql://localhost', 'DATABASE_URL must look like postgres://user:password@host:5432/database.'],
    ['SMTP_URL', 'localhost', 'SMTP_URL must look like smtp://user:password@host:587.'],
    ['PLINTH_SIGNUP', 'closed', 'PLINTH_SIGNUP must be open or invite.'],
    ['PLINTH_SERVICES', 'acount', 'PLINTH_SERVICES names "acount", but there are only: account, files.'],
    ['TRUST_PROXY', '1', 'TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas.'],
    ['HOST', '203.0.113.7', 'HOST 203.0.113.7 is not an address of this machine.'],
  ])('is refused in one sentence when %s is %s', async (name, value, sentence) => {
    const { child, output } = run({ [name]: value })
    await once(child, 'exit')
    expect(child.exitCode).toBe(1)
    expect(output()).toBe(`Plinth cannot start: ${sentence}\n`)
  })

  it('is refused in one sentence when the port is taken', async () => {
    await ready(run())
    const other = await mkdtemp(join(tmpdir(), 'plinth-'))
    const { child, output } = run({ PLINTH_DATA: other })
    await once(child, 'exit')
    await rm(other, { recursive: true })
    expect(output()).toBe(`Plinth cannot start: PORT ${port} is taken by another program; set PORT to a free one.\n`)
  })

  it('on the data folder of a running one is refused, on its database is welcome', async () => {
    await ready(run())
    const second = run({ PORT: String(await freePort()) })
    if (database.url) return ready(second)
    await once(second.child, 'exit')
    expect(second.child.exitCode).toBe(1)
    expect(second.output()).toBe(
      `Plinth cannot start: Plinth is already running on this data folder (${folder}). Stop it first, or set PLINTH_DATA to another folder.\n`,
    )
  })
})

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', signal => {
  it('lets a request under way finish, then ends with success', async () => {
    const server = run()
    await ready(server)
    const answer = request(`http://127.0.0.1:${port}/api/v1/login/isuseridvalid`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    })
    answer.flushHeaders()
    // The server has the request's head and waits for its body: now it is told to stop.
    await once(answer, 'continue')
    const ended = end(server.child, signal)
    await refusesNewcomers()
    answer.end(JSON.stringify({ userid: 'mara' }))
    const [response] = await once(answer, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
    expect(response.headers.connection).toBe('close')
    expect(await ended).toBe(0)
  })
})

describe('a node that is told to stop', () => {
  it('says so at /readyz and serves on for a moment where there may be others, else goes at once', async () => {
    const server = run()
    await ready(server)
    const ended = end(server.child, 'SIGTERM')
    const served: string[] = []
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (!answer) break
      served.push(await answer.text())
    }
    if (database.url) expect(served.at(-1)).toBe('{"status":"leaving"}')
    else expect(served.join()).not.toContain('leaving')
    expect(await ended).toBe(0)
  })
})

describe('a server that is told to stop while somebody never comes to an end', () => {
  it('lets go of them, hands back what it was at, and ends with success', async () => {
    const mailServer = await moodyMailServer()
    const server = run({ SMTP_URL: mailServer.url })
    await ready(server)
    await accesstoken()
    await expect.poll(mailServer.waiting).toBeGreaterThan(0)
    const endless = request(`http://127.0.0.1:${port}/api/v1/login/isuseridvalid`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    })
    endless.flushHeaders()
    await once(endless, 'continue')
    const cut = once(endless, 'error')
    expect(await end(server.child, 'SIGTERM')).toBe(0)
    await cut
    mailServer.work()
    await ready(run({ SMTP_URL: mailServer.url }))
    // Sooner than what a killed process was at would be taken up by another.
    await expect.poll(() => mailServer.mails.join(), { timeout: 30_000 }).toContain('mara@example.org')
    mailServer.close()
  })
})

describe('a server that was told many things', () => {
  it('ends with success too, when what helped it to write them down has ended', async () => {
    const server = run()
    await ready(server)
    const token = await accesstoken()
    // More than it takes until SQLite's log is brought into the database beside it.
    for (let n = 0; n < 250; n++) await client(token)(createOrg, { orgid: `many-${n}`, orgname: `Many ${n}` })
    const before = server.output()
    expect(await end(server.child, 'SIGTERM')).toBe(0)
    expect(server.output()).toBe(before)
    await ready(run())
    expect((await allOrgs(token)).size).toBe(250)
  })
})

describe('kill -9 in the middle of writes, 20 times', () => {
  it('loses nothing that was acknowledged, and the next start needs no hand', async () => {
    let server = run()
    await ready(server)
    const token = await accesstoken()
    const acknowledged: string[] = []
    for (let round = 0; round < 20; round++) {
      const writes = Array.from({ length: 4 }, (_, lane) => writeUntilDead(token, `k-${round}-${lane}`, acknowledged))
      const before = acknowledged.length
      while (acknowledged.length < before + 5) await new Promise(resolve => setImmediate(resolve))
      await end(server.child, 'SIGKILL')
      await Promise.all(writes)
      server = run()
      await ready(server)
    }
    const found = await allOrgs(token)
    expect(acknowledged.filter(orgid => !found.has(orgid))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(100)
  }, 900_000)
})

async function writeUntilDead(token: string, prefix: string, acknowledged: string[]): Promise<void> {
  for (let n = 0; ; n++) {
    const orgid = `${prefix}x${n}`
    const [data] = await client(token)(createOrg, { orgid, orgname: orgid })
    if (!data) return
    acknowledged.push(orgid)
  }
}

async function allOrgs(token: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const [page, error] = await client(token)(listOrgs, { cursor })
    if (error) throw new Error(error.msg)
    for (const { orgid } of page.orgs) found.add(orgid)
    if (!page.cursor) return found
    cursor = page.cursor
  }
}
