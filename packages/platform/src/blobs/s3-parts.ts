import { hash as hashOf } from 'node:crypto'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { Refusal } from '../errors.ts'
import { type AppendOptions, type Parts, type Received, type Source, UPLOAD_KEPT_MS } from './blobs.ts'
import { admitted, type Block, createTurns, following, pump } from './blocks.ts'
import { createHashing, type Hashing } from './hashing.ts'
import { assertUploadid } from './names.ts'
import { assertExpected } from './received.ts'
import { createRunningHashes } from './running-hashes.ts'
import { type Part, PartsForgotten, partBytes, type S3Objects } from './s3-objects.ts'
import { receivedAt, receivedInMemory } from './s3-received.ts'

const PAGE = 1_000
const DAY = 24 * 3_600_000
const UPLOADS = 'uploads/'
const WHOLES = 'wholes/'

const NOTE_PARTS = 8

type Bytes = Buffer<ArrayBuffer>

/** What the object beside the parts begins with, before a line break and the bytes themselves. */
const record = z.object({
  id: z.string(),
  parts: z.array(z.object({ number: z.number(), etag: z.string(), size: z.number() })),
  whole: z.boolean(),
})

interface State {
  /** Of the multipart upload, once there is a part. */
  id: string
  parts: Part[]
  /** What came after the last part and is too short to be one. */
  tail: Bytes
  /** All parts are put together already; this is nothing one can append to. */
  whole: boolean
}

/**
 * An upload is a multipart upload and beside it one object that says which parts count and holds what is too short to be a part.
 * That object alone decides, so wherever a process ends, the upload goes on where it was last written. Asking the store for its list
 * of parts would not do: some stores take their time to list what they have.
 */
export function createS3Parts(objects: S3Objects): Parts & { sweep(now: number): Promise<void> } {
  const running = createRunningHashes()
  const inTurn = createTurns()

  async function save(uploadid: string, state: State): Promise<void> {
    const { tail, ...head } = state
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), tail])
    await objects.put(UPLOADS + uploadid, body, { multipart: state.id, size: String(sizeOf(state)) })
  }

  async function load(uploadid: string): Promise<State> {
    const response = await objects.get(UPLOADS + uploadid)
    if (!response) throw new Refusal('NOT_FOUND')
    const body = await bytesOf(objects.bodyOf(response))
    const end = body.indexOf('\n')
    return { ...record.parse(JSON.parse(body.toString('utf8', 0, end))), tail: body.subarray(end + 1) }
  }

  async function size(uploadid: string): Promise<number> {
    const there = await objects.head(UPLOADS + uploadid)
    if (!there) throw new Refusal('NOT_FOUND')
    return Number(there.meta('size'))
  }

  async function append(uploadid: string, offset: number, given: Source, options: AppendOptions): Promise<number> {
    const before = await load(uploadid)
    if (offset !== sizeOf(before) || before.whole)
      throw new Refusal('UPLOAD_OFFSET', { data: { size: sizeOf(before) } })
    const source = await admitted(given, offset, options)
    const hashing = running.take(uploadid, marksOf(before), offset === 0)
    const adding = startAdding(uploadid, before, hashing)
    const broken = await pump(following(before.tail, source), adding.sizes, adding.take).then(
      () => undefined,
      error => ({ error }),
    )
    try {
      const after = adding.after()
      await save(uploadid, after)
      running.put(uploadid, hashing, marksOf(after))
      if (!broken) return sizeOf(after)
    } catch (error) {
      hashing?.forget()
      throw error
    }
    throw broken.error
  }

  /** Makes parts of blocks. The first block begins with the tail, which is stored and hashed already. */
  function startAdding(uploadid: string, before: State, hashing: Hashing | undefined) {
    const parts: Part[] = [...before.parts]
    let { id, tail } = before
    let failure: { error: unknown } | undefined
    let beginning = id ? Promise.resolve(id) : undefined
    let noted = parts.length

    async function begin(): Promise<string> {
      id = await objects.beginParts(WHOLES + uploadid)
      // Before there are parts that nobody could find again.
      await save(uploadid, { ...before, id })
      return id
    }

    /** Those without a gap; two are on their way at once. */
    const inOrder = () => parts.sort((a, b) => a.number - b.number).filter((part, index) => part.number === index + 1)

    /** Now and then, so that a long append need not begin anew after a crash. */
    async function note(): Promise<void> {
      const sure = inOrder()
      if (sure.length < noted + NOTE_PARTS) return
      noted = sure.length
      await save(uploadid, { id, parts: sure, tail: Buffer.alloc(0), whole: false })
    }

    async function store(index: number, body: Bytes, last: boolean): Promise<void> {
      const number = before.parts.length + index + 1
      tail = Buffer.alloc(0)
      if (last && body.length < partBytes(number - 1)) tail = body
      else {
        beginning ??= begin()
        parts.push(await objects.putPart(WHOLES + uploadid, await beginning, number, body))
        await note()
      }
    }

    return {
      sizes: { bytesOf: (index: number) => partBytes(before.parts.length + index), atOnce: 2 },

      async take({ bytes, index, last }: Block): Promise<void> {
        const hashed = hashing?.update(index === 0 ? bytes.subarray(before.tail.length) : bytes)
        const results = await Promise.allSettled([store(index, Buffer.from(bytes), last), hashed])
        for (const result of results)
          if (result.status === 'rejected') {
            failure ??= { error: result.reason }
            throw result.reason
          }
      },

      after(): State {
        if (failure) throw failure.error
        return { id, parts: inOrder(), tail, whole: false }
      },
    }
  }

  async function finish(uploadid: string, expected: string | undefined): Promise<Received> {
    const state = await load(uploadid)
    if (!state.id) {
      running.forget(uploadid)
      const hash = hashOf('sha256', state.tail)
      assertExpected(hash, expected)
      return receivedInMemory(objects, state.tail, hash)
    }
    await putTogether(uploadid, state)
    const key = WHOLES + uploadid
    const hashing = running.take(uploadid, marksOf(state), false)
    const hash = await (hashing?.digest() ?? hashOfObject(key))
    assertExpected(hash, expected)
    return receivedAt(objects, key, hash, sizeOf(state), async () => {})
  }

  async function putTogether(uploadid: string, state: State): Promise<void> {
    const { whole, id, parts, tail } = state
    const key = WHOLES + uploadid
    if (whole) return
    // A process may have ended after the parts were put together and before that was noted.
    if ((await objects.head(key))?.size !== sizeOf(state)) {
      const last = tail.length > 0 ? [await objects.putPart(key, id, parts.length + 1, tail)] : []
      await objects.completeParts(key, id, [...parts, ...last])
    }
    await save(uploadid, { ...state, whole: true })
  }

  async function hashOfObject(key: string): Promise<string> {
    const hashing = createHashing()
    await pump(await openObject(key), { bytesOf: () => 1024 * 1024, atOnce: 2 }, block => hashing.update(block.bytes))
    return hashing.digest()
  }

  async function openObject(key: string): Promise<Readable> {
    const response = await objects.get(key)
    if (!response) throw new Refusal('NOT_FOUND')
    return objects.bodyOf(response)
  }

  async function read(uploadid: string): Promise<Readable> {
    const state = await load(uploadid)
    if (!state.id) return Readable.from([state.tail], { objectMode: false })
    await putTogether(uploadid, state)
    return openObject(WHOLES + uploadid)
  }

  async function abort(uploadid: string): Promise<void> {
    running.forget(uploadid)
    const id = (await objects.head(UPLOADS + uploadid))?.meta('multipart')
    if (id) await objects.abortParts(WHOLES + uploadid, id)
    await objects.remove(WHOLES + uploadid)
    // Last, since it is what the others are found by.
    await objects.remove(UPLOADS + uploadid)
  }

  async function list(after: string, limit: number) {
    const entries = await objects.list(UPLOADS, after, limit)
    return entries.map(({ key, modified }) => ({ uploadid: key.slice(UPLOADS.length), modified }))
  }

  async function sweep(now: number): Promise<void> {
    for await (const { key, modified } of objects.all(UPLOADS)) {
      const uploadid = key.slice(UPLOADS.length)
      if (modified < now - UPLOAD_KEPT_MS) await during(uploadid, () => abort(uploadid))
    }
    for (const { key, id, begun } of await objects.listUnfinished(WHOLES))
      if (begun < now - DAY && !(await objects.head(key.replace(WHOLES, UPLOADS)))) await objects.abortParts(key, id)
  }

  const during = async <T>(uploadid: string, work: () => Promise<T>): Promise<T> => {
    assertUploadid(uploadid)
    return inTurn(uploadid, work)
  }

  const begin = (uploadid: string) => save(uploadid, { id: '', parts: [], tail: Buffer.alloc(0), whole: false })

  /** What came is lost with its parts. Whoever sends it goes on at the beginning, and need not wait for what never comes back. */
  const unlessForgotten = async <T>(uploadid: string, work: () => Promise<T>): Promise<T> =>
    during(uploadid, () =>
      work().catch(async error => {
        if (!(error instanceof PartsForgotten)) throw error
        await begin(uploadid)
        throw new Refusal('UPLOAD_OFFSET', { cause: error, data: { size: 0 } })
      }),
    )

  return {
    begin: uploadid => during(uploadid, () => begin(uploadid)),
    append: (uploadid, offset, source, options = {}) =>
      unlessForgotten(uploadid, () => append(uploadid, offset, source, options)),
    // Not in turn: what is safe can be told while more is coming.
    size: async uploadid => {
      assertUploadid(uploadid)
      return size(uploadid)
    },
    finish: (uploadid, { expect } = {}) => unlessForgotten(uploadid, () => finish(uploadid, expect?.sha256)),
    read: uploadid => unlessForgotten(uploadid, () => read(uploadid)),
    abort: uploadid => during(uploadid, () => abort(uploadid)),
    list: ({ after = '', limit = PAGE } = {}) => list(after, limit),
    sweep,
  }
}

const sizeOf = ({ parts, tail }: State) => parts.reduce((sum, part) => sum + part.size, tail.length)

/** Another node may have gone on meanwhile; then the parts are others, and a hash of ours is not of them. */
const marksOf = (state: State) =>
  `${sizeOf(state)}:${state.tail.length}:${hashOf('sha1', state.parts.map(part => part.etag).join())}`

async function bytesOf(stream: Readable): Promise<Bytes> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
