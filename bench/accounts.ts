import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiBase } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import { signin, signup } from '@plinth/contract/login'
import { listOrgUsers } from '@plinth/contract/org-users'
import { setNotifications, userInfo } from '@plinth/contract/profile'
import { startPostgres } from '@plinth/tools/postgres'
import { intoFile, intoServer, type Seed } from './engines.ts'
import { compareKeptFiles } from './kept-files.ts'
import { requestsPerSecond } from './load.ts'
import { memoryOf, sizeOf } from './memory.ts'
import { people } from './organisations.ts'
import type { AccountServer } from './peers/account-server.ts'
import { startParse } from './peers/parse.ts'
import { type Peer, startNginx } from './peers/web-servers.ts'
import { inTemporaryFolder, type Product, withProduct } from './product.ts'
import type { Figure } from './report.ts'
import type { Contender, Results } from './results.ts'
import { inTurns } from './turns.ts'

const password = 'Passw0rd!'
const signers = 8
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
const staticFile = 'nginx, a file of 4 KiB'

const bytesAlone = ' and writes down nothing of a file but its bytes'

/** Starts a peer on an empty database and an empty folder. */
type StartPeer = (database: string, folder: string) => Promise<AccountServer>

export async function compareAccounts(): Promise<Results> {
  const { comparisons = [], figures = [] } = await compareAccountsWith(startParse)
  return { comparisons: [...comparisons, ...(await compareKeptFiles(startParse, bytesAlone))], figures }
}

/**
 * "Who am I", a list of fifty rows and signing in, beside a server that people would pick for that, and a file of 4 KiB. `told` is
 * put behind each name, where there are more comparisons of the kind.
 */
export async function compareAccountsWith(startPeer: StartPeer, told = ''): Promise<Results> {
  return withServers(startPeer, async (servers, { version, port }) => {
    const peer = servers.at(-1)?.name ?? ''
    const atRest = held(servers)
    const results = await inTurns(
      [
        ...servers,
        ...servers.slice(0, 1).map(written => ({ name: 'Plinth, 100 writes a second', version: '', written })),
        { name: staticFile, version, file: { url: `http://127.0.0.1:${port}/file` } },
      ],
      async (server): Promise<Record<string, number>> => {
        if ('file' in server) return { me: await requestsPerSecond(server.file) }
        if ('written' in server) return whileWrittenTo(server.written)
        const figures = { me: await requestsPerSecond(server.me), list: await requestsPerSecond(server.list) }
        return server.signIn ? { ...figures, signIn: await requestsPerSecond(server.signIn, 8) } : figures
      },
    )
    const from = (key: string): Contender[] =>
      [...results]
        .map(([{ name, version }, figures]) => ({ name, version, values: figures[key] ?? [] }))
        .filter(({ values }) => values.length > 0)
    const unit = 'a second'
    return {
      comparisons: [
        {
          name: `Who am I${told}`,
          unit,
          how: 'signed in, 10 connections',
          aims: [
            { beside: peer, ratio: 20 },
            { beside: staticFile, ratio: 0.3 },
          ],
          contenders: from('me'),
        },
        {
          name: `A list of 50 rows${told}`,
          unit,
          how: 'signed in, 10 connections',
          aims: [{ beside: peer, ratio: 10 }],
          contenders: from('list'),
        },
        {
          name: `Sign-ins${told}`,
          unit,
          how: 'each with the hash it has by default: argon2id here',
          contenders: from('signIn'),
        },
      ],
      figures: [
        inMegabytes(`Memory at rest${told}`, servers, atRest, 'a moment after the start'),
        inMegabytes(`Memory after load${told}`, servers, held(servers), 'after these calls'),
        inMegabytes(`Size of the packages${told}`, servers, sizesOf(servers), 'with those that tests and builds need'),
      ],
    }
  })
}

/** Plinth need not ask SQLite again for what it answered before, until something is written. So this is what it does when that is often. */
async function whileWrittenTo({ me, list }: AccountServer): Promise<Record<string, number>> {
  const url = new URL(apiBase + setNotifications.path, me.url)
  const write = () => fetch(url, { method: 'POST', headers: me.headers, body: JSON.stringify({ notifications: true }) })
  const writes: Promise<Response>[] = []
  const writing = setInterval(() => writes.push(write()), 10)
  const figures = { me: await requestsPerSecond(me), list: await requestsPerSecond(list) }
  clearInterval(writing)
  if (!(await Promise.all(writes)).every(({ ok }) => ok)) throw new Error('Not every write was taken')
  return figures
}

const held = (servers: AccountServer[]) => servers.map(({ pid }) => memoryOf(pid).now)
const sizesOf = (servers: AccountServer[]) => servers.map(({ installedIn }) => sizeOf(installedIn))

function inMegabytes(name: string, servers: AccountServer[], figures: number[], what: string): Figure {
  const beside = servers.slice(1).map((server, index) => `${server.name} ${figures[index + 1]} MB`)
  return { name, value: String(figures[0]), unit: 'MB', note: `${what}; beside it ${beside.join(', ')}` }
}

async function withServers<T>(
  startPeer: StartPeer,
  work: (servers: AccountServer[], nginx: Peer) => Promise<T>,
): Promise<T> {
  const [ours, theirs] = [await startPostgres(), await startPostgres()]
  try {
    return await inTemporaryFolder(folder =>
      withProduct({}, embedded =>
        withProduct({ DATABASE_URL: ours.url }, async onServer => {
          const peerFolder = join(folder, 'peer')
          await mkdir(peerFolder)
          const peer = await startPeer(theirs.url, peerFolder)
          const nginx = await startNginx(join(folder, 'nginx'))
          await writeFile(join(nginx.folder, 'file'), randomBytes(4096))
          const servers = [
            await plinthAs('Plinth, SQLite', embedded, intoFile(embedded.folder)),
            await plinthAs('Plinth, PostgreSQL', onServer, intoServer(ours.url)),
            peer,
          ]
          // Before their folders go.
          return work(servers, nginx).finally(() => Promise.all([peer.stop(), nginx.stop()]))
        }),
      ),
    )
  } finally {
    await Promise.all([ours.stop(), theirs.stop()])
  }
}

async function plinthAs(name: string, { url, pid, orgid, accesstoken }: Product, seed: Seed): Promise<AccountServer> {
  await seed(people(orgid, 1, 60))
  // From elsewhere than where the first user came from: so many sign-ups from one address are refused.
  const fromElsewhere = { 'content-type': 'application/json', 'x-forwarded-for': '10.1.1.1' }
  const ask = createClient({ origin: url, send: (to, init) => fetch(to, { ...init, headers: fromElsewhere }) })
  const ids = Array.from({ length: signers }, (_, n) => `signer${n}`)
  for (const userid of ids) {
    const [, error] = await ask(signup, { userid, name: 'Signer', email: `${userid}@example.org`, password })
    if (error) throw new Error(error.msg)
  }
  const headers = { authorization: `Bearer ${accesstoken}`, 'content-type': 'application/json' }
  const at = ({ path }: { path: string }) => url + apiBase + path
  return {
    name,
    version: '',
    pid,
    installedIn: packages,
    me: { url: at(userInfo), headers },
    list: { url: at(listOrgUsers), headers, bodies: [JSON.stringify({ orgid, limit: 50 })] },
    signIn: { url: at(signin), headers, bodies: ids.map(userid => JSON.stringify({ userid, password })) },
    stop: async () => {},
  }
}
