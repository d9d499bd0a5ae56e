import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@plinth/tools/postgres'
import { compareAccountsWith } from './accounts.ts'
import { type FileServer, manySmall, oneLarge } from './files.ts'
import { startDirectus } from './peers/directus.ts'
import { startNocodb } from './peers/nocodb.ts'
import { inTemporaryFolder, withProduct } from './product.ts'
import { openFilestore } from './product-files.ts'
import type { Comparison, Results } from './results.ts'
import { inTurns, isQuick } from './turns.ts'

// Beside peers that take minutes to fetch, each when it is named.

const MiB = 1024 * 1024
const large = (isQuick ? 64 : 256) * MiB
const small = isQuick ? 100 : 1_000

export const compareNocodb = () => compareAccountsWith(startNocodb, ', beside NocoDB')

export async function compareDirectus(): Promise<Results> {
  const { comparisons = [], figures = [] } = await compareAccountsWith(startDirectus, ', beside Directus')
  return { comparisons: [...comparisons, ...(await compareFiles())], figures }
}

/** As forms, which is how both take files by their calls. */
async function compareFiles(): Promise<Comparison[]> {
  return withServers(async servers => {
    const one = await inTurns(servers, (server, round) => oneLarge(server, round, large))
    const many = await inTurns(servers, (server, round) => manySmall(server, round, small))
    const of = (name: string, unit: string, results: typeof one, key: string): Comparison => ({
      ...{ name: `${name}, beside Directus`, unit, how: 'signed in; ours are on the disk, Directus syncs nothing' },
      aims: [{ beside: 'Directus', ratio: 1 }],
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

async function withServers<T>(work: (servers: FileServer[]) => Promise<T>): Promise<T> {
  const database = await startPostgres()
  try {
    return await inTemporaryFolder(folder =>
      withProduct({}, async product => {
        const store = await openFilestore(product)
        await store.token()
        const ours = { name: 'Plinth, calls', version: '', port: Number(new URL(product.url).port), ...store.calls }
        const theirs = join(folder, 'directus')
        await mkdir(theirs)
        const directus = await startDirectus(database.url, theirs)
        return work([ours, directus]).finally(directus.stop)
      }),
    )
  } finally {
    await database.stop()
  }
}
