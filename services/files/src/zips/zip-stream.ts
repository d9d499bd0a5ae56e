import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { createDirectory } from './directory.ts'
import { centralHeader, descriptor, ending, localHeader, type Member } from './zip-format.ts'

export interface ZipEntry {
  /** Where it is in the archive, without a slash at either end. */
  path: string
  modifiedat: number
  /** Undefined for a folder. Bytes that are at hand, or the way to them; undefined where the file is gone by now. */
  content?: Uint8Array | { size: number; open(): Promise<Readable | undefined> }
}

/** A small file alone is not worth a chunk on the wire: they are sent together. */
const chunkBytes = 64 * 1024

/**
 * An archive as it comes into being, at the pace of whoever reads it. Whoever stops reading ends it: what is open at that
 * moment is closed.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory = createDirectory()
  const gathered = createGathering()
  let offset = 0

  for await (const { path, modifiedat, content } of entries) {
    const start = offset
    const isFolder = content === undefined
    const beginning = { name: Buffer.from(isFolder ? `${path}/` : path), isFolder, modifiedat }
    let known: Member | undefined
    if (isFolder || content instanceof Uint8Array) {
      const bytes = content ?? new Uint8Array()
      known = { ...beginning, size: bytes.length, crc: crc32(bytes), hasDescriptor: false }
      offset += gathered.add(localHeader(known), bytes)
      if (gathered.size() >= chunkBytes) yield gathered.take()
    } else {
      if (gathered.size() > 0) yield gathered.take()
      for await (const part of streamed(beginning, content)) {
        if (part instanceof Uint8Array) {
          offset += part.length
          yield part
        } else known = part
      }
    }
    if (known) await directory.add(centralHeader(known, start))
  }

  if (gathered.size() > 0) yield gathered.take()
  const { count, length } = directory.totals()
  yield* directory.bytes()
  yield ending({ count, length, offset })
}

function createGathering() {
  let parts: Uint8Array[] = []
  let bytes = 0
  return {
    size: () => bytes,
    add(...more: Uint8Array[]): number {
      const added = more.reduce((sum, { length }) => sum + length, 0)
      parts.push(...more)
      bytes += added
      return added
    },
    take(): Uint8Array {
      const whole = Buffer.concat(parts)
      ;[parts, bytes] = [[], 0]
      return whole
    },
  }
}

type Beginning = Pick<Member, 'name' | 'isFolder' | 'modifiedat'>

/** The bytes, and in the end what the directory says of them; nothing at all of a file that is gone. */
async function* streamed(
  beginning: Beginning,
  content: { size: number; open(): Promise<Readable | undefined> },
): AsyncGenerator<Uint8Array | Member> {
  const { size } = content
  const bytes = await content.open()
  if (!bytes) return
  const member = { ...beginning, size, crc: 0, hasDescriptor: true }
  try {
    yield localHeader(member)
    let sent = 0
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      member.crc = crc32(chunk, member.crc)
      sent += chunk.length
      yield chunk
    }
    // Its size is said before its bytes. An archive that would be wrong is broken off, so that nobody takes it for a whole one.
    if (sent !== size) throw new Error(`${sent} bytes came of a content of ${size}`)
  } finally {
    // Whoever stops reading may do so before the first byte.
    bytes.destroy()
  }
  yield descriptor(member)
  yield member
}
