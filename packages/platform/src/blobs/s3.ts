import { randomUUID } from 'node:crypto'
import { Refusal, StartRefused } from '../errors.ts'
import type { S3Settings } from './blob-url.ts'
import { BlobMissing, type Blobs, type Received, type Source } from './blobs.ts'
import { limited, pump } from './blocks.ts'
import { createHashing } from './hashing.ts'
import { assertExpected } from './received.ts'
import { createS3Client } from './s3-client.ts'
import { createS3Objects, type Part, partBytes, type S3Objects } from './s3-objects.ts'
import { createS3Parts } from './s3-parts.ts'
import { BLOBS, blobKey, receivedAt, receivedInMemory } from './s3-received.ts'

const PAGE = 1_000
/** Parts tell when the first of them came, not the last, and a large file takes days on a slow line. */
const LEFT_MS = 7 * 24 * 3_600_000
const PING_MS = 3_000
const START_MS = 10_000
const INCOMING = 'incoming/'

/** Blobs in a bucket of any store that speaks S3's API. Nothing of it is on this machine, so every node can go on with everything. */
export async function createS3Blobs(settings: S3Settings): Promise<Blobs> {
  const client = createS3Client(settings)
  const objects = createS3Objects(client)
  await refuseIfUnusable(settings, () => client.request('HEAD', { patienceMs: START_MS }))
  const { sweep: sweepParts, ...parts } = createS3Parts(objects)

  const size = async (hash: string) => (await objects.head(blobKey(hash)))?.size

  return {
    parts,
    size,
    has: async hash => (await size(hash)) !== undefined,
    receive: (source, { limit, expect, signal } = {}) =>
      receive(objects, limited(source, limit, signal), expect?.sha256),

    async open(hash, { start = 0, end } = {}) {
      const range = start > 0 || end !== undefined ? `bytes=${start}-${end ?? ''}` : undefined
      const response = await objects.get(blobKey(hash), range)
      if (!response) throw new BlobMissing(hash)
      return objects.bodyOf(response)
    },

    remove: async hash => objects.remove(blobKey(hash)),

    async list({ after = '', limit = PAGE } = {}) {
      const entries = await objects.list(BLOBS, after, limit)
      return entries.map(({ key, size, modified }) => ({ hash: key.slice(BLOBS.length), size, modified }))
    },

    async sweep(now = Date.now()) {
      const before = now - LEFT_MS
      for await (const { key, modified } of objects.all(INCOMING)) if (modified < before) await objects.remove(key)
      // A large one that is being copied to its place consists of parts there too.
      for (const place of [INCOMING, BLOBS])
        for (const { key, id, begun } of await objects.listUnfinished(place))
          if (begun < before) await objects.abortParts(key, id)
      await sweepParts(now)
    },

    async ping() {
      const { ok } = await client.request('HEAD', { patienceMs: PING_MS, tries: 1 })
      if (!ok) throw new Refusal('STORAGE_DOWN', { cause: new Error(`There is no bucket ${settings.bucket}`) })
    },
  }
}

async function refuseIfUnusable({ endpoint, bucket }: S3Settings, ask: () => Promise<Response>): Promise<void> {
  const { host } = new URL(endpoint)
  const answer = await ask().catch((error: unknown) => {
    const cause = error instanceof Refusal ? error.cause : error
    if (cause instanceof Error && 'status' in cause && cause.status === 403)
      throw new StartRefused(`The blob store ${host} of BLOB_URL does not accept the key, the secret or the region.`)
    throw new StartRefused(
      `The blob store ${host} of BLOB_URL cannot be used (${cause instanceof Error ? cause.message : cause}).`,
    )
  })
  if (!answer.ok) throw new StartRefused(`The blob store ${host} of BLOB_URL has no bucket ${bucket}; make it first.`)
}

/** What fits into one part stays in memory until it is kept; more goes to a temporary name as it comes. */
async function receive(objects: S3Objects, source: Source, expected?: string): Promise<Received> {
  const key = INCOMING + randomUUID()
  const hashing = createHashing()
  const parts: Part[] = []
  let beginning: Promise<string> | undefined
  let whole: Buffer<ArrayBuffer> | undefined
  try {
    await pump(source, { bytesOf: partBytes, atOnce: 2 }, async ({ bytes, index, last }) => {
      const hashed = hashing.update(bytes)
      const body = Buffer.from(bytes)
      if (last && index === 0) whole = body
      else {
        beginning ??= objects.beginParts(key)
        parts.push(await objects.putPart(key, await beginning, index + 1, body))
      }
      await hashed
    })
    const hash = await hashing.digest()
    assertExpected(hash, expected)
    if (whole) return receivedInMemory(objects, whole, hash)
    const sorted = parts.sort((a, b) => a.number - b.number)
    await objects.completeParts(key, (await beginning) ?? '', sorted)
    return receivedAt(
      objects,
      key,
      hash,
      sorted.reduce((sum, part) => sum + part.size, 0),
      () => objects.remove(key),
    )
  } catch (error) {
    hashing.forget()
    await beginning?.then(id => objects.abortParts(key, id)).catch(() => {})
    throw error
  }
}
