import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@plinth/tools/postgres'
import { type FileServer, manySmall, oneLarge } from './files.ts'
import { inTemporaryFolder, withProduct } from './product.ts'
import { openFilestore } from './product-files.ts'
import type { Comparison } from './results.ts'
import { inTurns, isQuick } from './turns.ts'

const MiB = 1024 * 1024
const large = (isQuick ? 64 : 256) * MiB
const small = isQuick ? 100 : 1_000

/** Starts a peer on an empty database and an empty folder. */
type StartPeer = (database: string, folder: string) => Promise<FileServer & { stop(): Promise<void> }>

/** Files by the calls of a server that knows people, as ours does. `less` is what it does not do that ours does. */
export async function compareKeptFiles(startPeer: StartPeer, less = ''): Promise<Comparison[]> {
  return withServers(startPeer, async (ours, peer) => {
    const servers = [ours, peer]
    const one = await inTurns(servers, (server, round) => oneLarge(server, round, large))
    const many = await inTurns(servers, (server, round) => manySmall(server, round, small))
    const of = (name: string, unit: string, results: typeof one, key: string): Comparison => ({
      ...{ name: `${name}, beside ${peer.name}`, unit },
      how: `signed in; ours are on the disk, ${peer.name} syncs nothing${less}`,
      aims: [{ beside: peer.name, ratio: 1 }],
      contenders: servers.map(server => ({
        ...{ name: server.name, version: server.version, values: results.get(server)?.[key] ?? [] },
      })),
    })
    return [
      of('256 MiB up', 'MiB/s', one, 'up'),
      of('256 MiB down', 'MiB/s', one, 'down'),
      of('4 KiB files up', 'a second', many, 'up'),
      of('4 KiB files down', 'a second', many, 'down'),
    ]
  })
}

async function withServers<T>(
  startPeer: StartPeer,
  work: (ours: FileServer, peer: FileServer) => Promise<T>,
): Promise<T> {
  const database = await startPostgres()
  try {
    return await inTemporaryFolder(folder =>
      withProduct({}, async product => {
        const store = await openFilestore(product)
        await store.token()
        const ours = { name: 'Plinth, calls', version: '', port: Number(new URL(product.url).port), ...store.calls }
        const theirs = join(folder, 'peer')
        await mkdir(theirs)
        const peer = await startPeer(database.url, theirs)
        return work(ours, peer).finally(peer.stop)
      }),
    )
  } finally {
    await database.stop()
  }
}
