import { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import { reasonOf, type S3Client, withPatience } from './s3-client.ts'
import { elementsOf, escapeXml, textOf } from './s3-xml.ts'

const MIB = 1024 * 1024
/** A store copies no more than 5 GiB at once, and several pieces at a time are faster. */
const COPY_BYTES = 512 * MIB
const COPIES_AT_ONCE = 4
const COPY_PATIENCE_MS = 300_000
const PAGE = 1_000
const FRESH_MS = 1_800_000

/** Small parts at first, to need little memory; large ones later, because there are at most 10,000: some 500 GiB together. */
export const partBytes = (index: number) => (index < 2_000 ? 8 : 64) * MIB
const MOST_PARTS = 10_000

export interface Part {
  number: number
  etag: string
  size: number
}

export interface Head {
  size: number
  /** The store's own clock says how long ago it was written. */
  ageMs: number
  etag: string
  meta(name: string): string
}

export interface Entry {
  key: string
  size: number
  modified: number
}

export type S3Objects = ReturnType<typeof createS3Objects>

/** The store knows nothing of an upload in parts any more. Many are told to forget those that are not complete after a day or a week. */
export class PartsForgotten extends Refusal {
  constructor(key: string) {
    super('STORAGE_DOWN', { cause: new Error(`The store has forgotten the parts of ${key}`) })
  }
}

/** The few of S3's operations that blobs need. */
export function createS3Objects(client: S3Client) {
  const { request, ask, bucket, patienceMs } = client
  const release = async (response: Response) =>
    void (await withPatience(response.arrayBuffer(), patienceMs).catch(() => {}))

  async function head(key: string): Promise<Head | undefined> {
    const response = await request('HEAD', { key })
    return response.ok ? headOf(response) : undefined
  }

  async function put(key: string, body: Buffer<ArrayBuffer>, meta: Record<string, string> = {}): Promise<void> {
    const headers = Object.fromEntries(Object.entries(meta).map(([name, value]) => [`x-amz-meta-${name}`, value]))
    await ask('PUT', { key, body, headers })
  }

  async function get(key: string, range?: string): Promise<Response | undefined> {
    const response = await request('GET', { key, ...(range ? { headers: { range } } : {}) })
    if (response.ok) return response
    if ((await response.text().catch(() => '')).includes('NoSuchKey')) return undefined
    throw new Refusal('STORAGE_DOWN', { cause: new Error(`There is no bucket ${bucket}`) })
  }

  async function list(prefix: string, after: string, limit: number): Promise<Entry[]> {
    const query = {
      'list-type': '2',
      prefix,
      'max-keys': String(Math.min(limit, PAGE)),
      'start-after': prefix + after,
    }
    return [...elementsOf(await ask('GET', { query }), 'Contents')].map(entryOf)
  }

  async function remove(key: string): Promise<void> {
    await request('DELETE', { key }).then(release)
  }

  async function beginParts(key: string): Promise<string> {
    return textOf(await ask('POST', { key, query: { uploads: '' } }), 'UploadId')
  }

  async function putPart(key: string, id: string, number: number, body: Buffer<ArrayBuffer>): Promise<Part> {
    if (number > MOST_PARTS) throw new Refusal('TOO_LARGE')
    const response = await request('PUT', { key, query: { partNumber: String(number), uploadId: id }, body })
    await release(response)
    const etag = response.headers.get('etag')
    if (response.ok && etag) return { number, etag, size: body.length }
    if (response.status === 404) await refuseIfForgotten(key, id)
    throw new Refusal('STORAGE_DOWN', { cause: new Error(`${key} takes no part ${number}`) })
  }

  async function copyPart(key: string, id: string, number: number, from: string, range: string): Promise<Part> {
    const text = await ask('PUT', {
      key,
      query: { partNumber: String(number), uploadId: id },
      headers: { 'x-amz-copy-source': `/${bucket}/${from}`, 'x-amz-copy-source-range': range },
      patienceMs: COPY_PATIENCE_MS,
    })
    return { number, etag: textOf(text, 'ETag'), size: 0 }
  }

  async function completeParts(key: string, id: string, parts: Part[]): Promise<void> {
    const list = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
    try {
      await ask('POST', { key, query: { uploadId: id }, body, patienceMs: COPY_PATIENCE_MS })
    } catch (error) {
      // The answer may have been lost, and then there is nothing left to complete.
      if (await head(key)) return
      if (isNotFound(error)) await refuseIfForgotten(key, id)
      throw error
    }
  }

  /** It is asked for a second time, in another way: one that only seems to be gone must not be given up. */
  async function refuseIfForgotten(key: string, id: string): Promise<void> {
    const unfinished = await listUnfinished(key)
    if (!unfinished.some(upload => upload.id === id)) throw new PartsForgotten(key)
  }

  /** Uploads in parts that were begun and neither completed nor aborted. Not all stores list them by the beginning of a name. */
  async function listUnfinished(prefix: string): Promise<{ key: string; id: string; begun: number }[]> {
    const text = await ask('GET', { query: { uploads: '', prefix } })
    const listed = [...elementsOf(text, 'Upload')].map(upload => ({
      key: textOf(upload, 'Key'),
      id: textOf(upload, 'UploadId'),
      begun: Date.parse(textOf(upload, 'Initiated')),
    }))
    return listed.filter(({ key }) => key.startsWith(prefix))
  }

  async function abortParts(key: string, id: string): Promise<void> {
    await request('DELETE', { key, query: { uploadId: id } }).then(release)
  }

  async function copyInPieces(from: string, to: string, size: number): Promise<void> {
    const id = await beginParts(to)
    const parts: Part[] = []
    let next = 0
    const work = async () => {
      for (let start = next; start < size; start = next) {
        next = start + COPY_BYTES
        const end = Math.min(next, size) - 1
        parts.push(await copyPart(to, id, start / COPY_BYTES + 1, from, `bytes=${start}-${end}`))
      }
    }
    try {
      await Promise.all(Array.from({ length: COPIES_AT_ONCE }, work))
      await completeParts(
        to,
        id,
        parts.sort((a, b) => a.number - b.number),
      )
    } catch (error) {
      await abortParts(to, id).catch(() => {})
      throw error
    }
  }

  return {
    head,
    put,
    get,
    bodyOf: (response: Response) => bodyOf(response, patienceMs),
    remove,
    beginParts,
    putPart,
    completeParts,
    abortParts,

    /** There, whole, and kept so lately that no sweep will take it for something forgotten. */
    async isFresh(key: string, size: number): Promise<boolean> {
      const there = await head(key)
      return there?.size === size && there.ageMs < FRESH_MS
    },

    async copy(from: string, to: string, size: number): Promise<void> {
      if (size > COPY_BYTES) return copyInPieces(from, to, size)
      const headers = { 'x-amz-copy-source': `/${bucket}/${from}` }
      await ask('PUT', { key: to, headers, patienceMs: COPY_PATIENCE_MS })
    },

    list,

    async *all(prefix: string): AsyncIterable<Entry> {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page: Entry[] = await list(prefix, after, PAGE)
        yield* page
        after = page.length < PAGE ? undefined : page.at(-1)?.key.slice(prefix.length)
      }
    },

    listUnfinished,
  }
}

const isNotFound = (error: unknown) =>
  error instanceof Refusal && error.cause instanceof Error && 'status' in error.cause && error.cause.status === 404

function headOf({ headers }: Response): Head {
  const time = (name: string) => Date.parse(headers.get(name) ?? '')
  return {
    size: Number(headers.get('content-length')),
    ageMs: time('date') - time('last-modified'),
    etag: headers.get('etag') ?? '',
    meta: name => headers.get(`x-amz-meta-${name}`) ?? '',
  }
}

const entryOf = (xml: string): Entry => ({
  key: textOf(xml, 'Key'),
  size: Number(textOf(xml, 'Size')),
  modified: Date.parse(textOf(xml, 'LastModified')),
})

/** The body of an answer as a stream of Node's; a store that dies or falls silent half-way breaks it with a refusal. */
function bodyOf(response: Response, patienceMs: number): Readable {
  const body = response.body
  if (!body) return Readable.from([])
  return Readable.from(refusing(body, patienceMs), { objectMode: false, highWaterMark: MIB })
}

/** Only the store is waited for with patience: whoever reads may take as long as they like. */
async function* refusing(body: ReadableStream<Uint8Array>, patienceMs: number): AsyncIterable<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await withPatience(reader.read(), patienceMs)
      if (done) return
      yield value
    }
  } catch (error) {
    throw new Refusal('STORAGE_DOWN', { cause: reasonOf(error) })
  } finally {
    // Also where it is not read to its end: the connection is let go of.
    reader.cancel().catch(() => {})
  }
}
