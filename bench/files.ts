import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { mostTogether } from '@plinth/contract/files'
import { type Peer, startApache, startNginx, startRclone, syncFile } from './peers/web-servers.ts'
import { inTemporaryFolder, withProduct } from './product.ts'
import { openFilestore } from './product-files.ts'
import type { Comparison, Results } from './results.ts'
import { inTurns, isQuick } from './turns.ts'
import { openWire, type Sending } from './wire.ts'

const KiB = 1024
const MiB = 1024 * KiB
const large = { bytes: isQuick ? 64 * MiB : 1024 * MiB, warmUp: 64 * MiB }
const apache = 'Apache mod_dav'
const synced = 'Apache mod_dav, synced'
const hashed = 'nginx, then hashed'
const together = 'Plinth, many in a request'
const besideApache = [apache, synced].map(beside => ({ beside, ratio: 1 }))
const small = { bytes: 4 * KiB, count: isQuick ? 500 : 10_000, warmUp: 500, connections: 8 }

interface SmallFile {
  name: string
  content: Buffer
}

/** Something that takes files and gives them back over HTTP. */
export interface FileServer {
  name: string
  version: string
  port: number
  upload(name: string): Sending
  download(name: string): Sending
  /** Where it takes several small files in one request. */
  uploadTogether?(files: readonly SmallFile[]): Sending
  /** Where it gives a folder as one archive. */
  downloadTogether?(folder: string): Sending
  /** Where it answers before the file is safe: what is missing. It counts as its time. */
  makeSafe?(name: string): Promise<void>
  /** Of interest for large files alone. */
  isForLarge?: boolean
  /** With that after each small file too. */
  isSafeEachTime?: boolean
  /**
   * Between rounds, outside the time: takes away what the round left, from all or from none. Whoever keeps it writes the next file into
   * memory and onto parts of the disk that are new each time, which costs more than using the same again.
   */
  clear?(): Promise<void>
}

/** One large file and many small ones, up and down, beside servers that do nothing but that. */
export async function compareFiles(): Promise<Results> {
  return withServers(async servers => {
    const one = await inTurns(
      servers.filter(server => !server.isSafeEachTime && !server.uploadTogether),
      oneLarge,
    )
    const many = await inTurns(
      servers.filter(server => !server.isForLarge),
      manySmall,
    )
    const from = (results: typeof one, key: string) =>
      [...results.keys()].map(server => ({
        name: server.name,
        version: server.version,
        values: results.get(server)?.[key] ?? [],
      }))
    const comparisons: Comparison[] = [
      {
        ...{ name: '1 GiB up', unit: 'MiB/s', aims: ['nginx', hashed].map(beside => ({ beside, ratio: 0.8 })) },
        how: 'one PUT until the file is on the disk: Plinth hashes and syncs it, for the others an fsync of file and folder follows and counts; for one of them, to do the same work, its SHA-256 too',
        contenders: from(one, 'up'),
      },
      {
        ...{ name: '1 GiB down', unit: 'MiB/s', aims: [{ beside: 'nginx', ratio: 0.9 }] },
        how: 'one GET of it, from memory',
        contenders: from(one, 'down').filter(({ name }) => name !== hashed),
      },
      {
        ...{ name: '4 KiB files up', unit: 'a second', aims: besideApache },
        how: '10,000 PUTs over 8 connections; each of ours is on the disk when it is answered, the others sync nothing, but for one whose file and folder are then synced as ours are',
        contenders: from(many, 'up').filter(({ name }) => name !== together),
      },
      {
        ...{ name: '4 KiB files up, several in a request', unit: 'a second', aims: besideApache },
        how: 'the same files, 32 in each request as the web app sends them, beside one in each as before',
        contenders: from(many, 'up').filter(({ name }) => [together, apache, synced].includes(name)),
      },
      {
        ...{ name: '4 KiB files down', unit: 'a second', aims: [{ beside: apache, ratio: 1 }] },
        how: '10,000 GETs over 8 connections',
        contenders: from(many, 'down').filter(({ name }) => name !== synced && name !== together),
      },
      {
        ...{ name: '4 KiB files down, in one request', unit: 'a second', aims: [{ beside: apache, ratio: 1 }] },
        how: 'the same files, as the archive of their folder that the web app fetches, beside one in each request as before',
        contenders: from(many, 'down').filter(({ name }) => [together, apache].includes(name)),
      },
    ]
    return { comparisons }
  })
}

async function withServers<T>(work: (servers: FileServer[]) => Promise<T>): Promise<T> {
  return inTemporaryFolder(folder =>
    withProduct({}, async product => {
      const store = await openFilestore(product)
      await store.token()
      const port = Number(new URL(product.url).port)
      // By itself it keeps what was deleted for a month. The small ones stand in its database.
      const clear = () => emptyFolder(join(product.folder, 'blobs'))
      const peers: Peer[] = []
      try {
        peers.push(await startNginx(join(folder, 'nginx')))
        peers.push(await startApache(join(folder, 'apache')))
        peers.push(await startRclone(join(folder, 'rclone')))
        return await work([
          { name: 'Plinth, WebDAV', version: '', port, clear, ...store.drive },
          { name: 'Plinth, calls', version: '', port, clear, ...store.calls },
          { name: together, version: '', port, clear, ...store.calls, ...store.together },
          ...peers.map(serverOf),
          ...peers
            .filter(({ name }) => name === 'nginx')
            .map(peer => ({
              ...{ ...serverOf(peer), name: hashed, isForLarge: true },
              makeSafe: (path: string) => syncAndHash(join(peer.folder, path)),
            })),
          ...peers
            .filter(({ name }) => name === apache)
            .map(peer => ({ ...serverOf(peer), name: synced, isSafeEachTime: true })),
        ])
      } finally {
        for (const peer of peers) await peer.stop()
      }
    }),
  )
}

function serverOf({ name, version, port, folder }: Peer): FileServer {
  return {
    name,
    version,
    port,
    upload: path => ({ method: 'PUT', path: `/${path}` }),
    download: path => ({ method: 'GET', path: `/${path}` }),
    makeSafe: path => syncFile(join(folder, path)),
    clear: () => emptyFolder(folder),
  }
}

/** The folders in it stay: who serves from there has them open, or expects them. */
async function emptyFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await rm(join(entry.parentPath, entry.name))
}

async function syncAndHash(path: string): Promise<void> {
  await syncFile(path)
  await pipeline(createReadStream(path, { highWaterMark: MiB }), createHash('sha256'))
}

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

const plainly = (name: string) => name.replace(/\W/g, '')

export async function oneLarge(server: FileServer, round: number, most = large.bytes): Promise<Record<string, number>> {
  const { port, upload, download, makeSafe, clear } = server
  const name = `${plainly(server.name)}-${round}.bin`
  const bytes = round === 0 ? large.warmUp : most
  const wire = await openWire(port)
  const up = await secondsOf(async () => {
    await wire.send(upload(name), { length: bytes, blocks: blocksOf(bytes) })
    await makeSafe?.(name)
  })
  const down = await secondsOf(async () => expectBytes(await wire.send(download(name)), bytes))
  wire.close()
  await clear?.()
  return { up: bytes / MiB / up, down: bytes / MiB / down }
}

/** No two files alike, so that nobody has stored it before. */
function* blocksOf(bytes: number): Iterable<Uint8Array> {
  const block = randomBytes(MiB)
  for (let at = 0; at < bytes; at += MiB) yield block
}

function expectBytes(came: number, expected: number): void {
  if (came !== expected) throw new Error(`${came} bytes came instead of ${expected}`)
}

export async function manySmall(
  server: FileServer,
  round: number,
  most = small.count,
): Promise<Record<string, number>> {
  const { port, upload, uploadTogether, download, downloadTogether, clear, makeSafe, isSafeEachTime } = server
  const count = round === 0 ? Math.min(small.warmUp, most) : most
  const content = randomBytes(small.bytes)
  const folder = `${plainly(server.name)}-${round}`
  const nameOf = (n: number) => (downloadTogether ? `${folder}/${n}.txt` : `${folder}-${n}.txt`)
  const wires = await Promise.all(Array.from({ length: small.connections }, () => openWire(port)))

  async function all(work: (wire: (typeof wires)[number], n: number) => Promise<void>, step = 1): Promise<void> {
    let next = 0
    await Promise.all(
      wires.map(async wire => {
        for (let n = next; n < count; n = next) {
          next += step
          await work(wire, n)
        }
      }),
    )
  }

  const contentOf = (n: number) => {
    content.writeUInt32LE(n)
    return content
  }
  const filesFrom = (n: number) =>
    Array.from({ length: Math.min(mostTogether, count - n) }, (_, index) => ({
      name: nameOf(n + index),
      content: Buffer.from(contentOf(n + index)),
    }))

  const up = await secondsOf(() =>
    uploadTogether
      ? all(async (wire, n) => void (await wire.send(uploadTogether(filesFrom(n)))), mostTogether)
      : all(async (wire, n) => {
          await wire.send(upload(nameOf(n)), { length: small.bytes, blocks: [contentOf(n)] })
          if (isSafeEachTime) await makeSafe?.(nameOf(n))
        }),
  )
  const down = await secondsOf(() =>
    downloadTogether
      ? fetchArchive(port, downloadTogether(folder), count * small.bytes)
      : all(async (wire, n) => expectBytes(await wire.send(download(nameOf(n))), small.bytes)),
  )
  for (const wire of wires) wire.close()
  await clear?.()
  return { up: count / up, down: count / down }
}

/** How long an archive is nobody knows before its end, which is more than our own client can read. */
async function fetchArchive(port: number, { path, headers = {} }: Sending, least: number): Promise<void> {
  const head = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const told = ['--silent', '--fail', '--output', '/dev/null', '--write-out', '%{size_download}']
  const { stdout } = await promisify(execFile)('curl', [...told, ...head, `http://127.0.0.1:${port}${path}`])
  if (Number(stdout) < least) throw new Error(`${stdout} bytes came instead of at least ${least}`)
}
