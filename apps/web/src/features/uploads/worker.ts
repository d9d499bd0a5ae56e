import { hex, sha256 } from './sha256.ts'
import type { Asks, Question, Reply, Slice, SmallContent, SmallOnes, WorkerError } from './worker-protocol.ts'

// This file becomes /worker.js, alone and whole: it is served at that very path.

const mostInMemory = 1024 * 1024
/**
 * The server holds a piece until its hash has proved right, and takes no larger one. Only a line that outruns the hashing comes to
 * larger pieces: they go as they lie, and are stored as they come.
 */
const mostHashed = 32 * 1024 * 1024

const native = globalThis.crypto?.subtle

type Answers = { [Type in keyof Asks]: (request: Asks[Type]['request']) => Promise<Asks[Type]['response']> }

const answers: Answers = {
  START: async () => ({ native: native !== undefined }),
  PROCESS_DATA: async ({ file, start, end }: Slice) => {
    // To cut a piece out of a small file costs the browser as much as to read it.
    const part = start === 0 && end === file.size ? file : file.slice(start, end)
    if (part.size > mostHashed) return { body: part, size: part.size }
    const bytes = await part.arrayBuffer()
    const size = bytes.byteLength
    const sha256 = await hashOf(bytes)
    if (size <= mostInMemory) return { sha256, body: bytes, size }
    // Given back at once: the collector would let hundreds of megabytes gather first.
    bytes.transfer?.(0)
    return { sha256, body: part, size }
  },
  PROCESS_SMALL: async ({ all, sizes }: SmallOnes) => {
    const bytes = await all.arrayBuffer()
    // Where one grew shorter, the others are not where they are looked for.
    if (bytes.byteLength !== sizes.reduce((sum, size) => sum + size, 0)) throw new Error()
    let start = 0
    const contents = sizes.map(async (size): Promise<SmallContent> => {
      const part = new Uint8Array(bytes, start, size)
      start += size
      return { content: inBase64(part), sha256: await hashOf(part) }
    })
    return Promise.all(contents)
  },
}

async function hashOf(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  return native ? hex(new Uint8Array(await native.digest('SHA-256', bytes))) : sha256(new Uint8Array(bytes))
}

/** Browsers have a quicker way since 2025. */
const inBase64 = (bytes: Uint8Array) => bytes.toBase64?.() ?? btoa(String.fromCharCode(...bytes))

/** A file that was changed or removed since it was chosen cannot be read any more. */
const unreadable: WorkerError = {
  errcode: 'CLIENT_ERROR',
  msg: 'The file cannot be read. It was changed or moved since it was chosen.',
}
const unsupported: WorkerError = { errcode: 'UNSUPPORTED_ASK', msg: 'unsupported ask' }

const isKnown = (type: string): type is keyof Asks => Object.hasOwn(answers, type)

async function replyTo({ id, type, data }: Question): Promise<Reply> {
  if (!isKnown(type)) return { id, data: null, error: unsupported }
  try {
    const answer = answers[type] as (request: unknown) => Promise<unknown>
    return { id, data: await answer(data), error: null }
  } catch {
    return { id, data: null, error: unreadable }
  }
}

self.onmessage = async ({ data: question }: MessageEvent<Question>) => {
  const reply = await replyTo(question)
  const { body } = (reply.data ?? {}) as { body?: unknown }
  self.postMessage(reply, { transfer: body instanceof ArrayBuffer ? [body] : [] })
}
