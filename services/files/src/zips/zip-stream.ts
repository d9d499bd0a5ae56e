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

/**
 * An archive as it comes into being, at the pace of whoever reads it. Whoever stops reading ends it: what is open at that
 * moment is closed.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory = createDirectory()
  let offset = 0

  for await (const { path, modifiedat, content } of entries) {
    const start = offset
    const isFolder = content === undefined
    const member = { name: Buffer.from(isFolder ? `${path}/` : path), isFolder, modifiedat }
    const parts = isFolder || content instanceof Uint8Array ? whole(member, content) : streamed(member, content)
    let known: Member | undefined
    for await (const part of parts) {
      if (part instanceof Uint8Array) {
        offset += part.length
        yield part
      } else known = part
    }
    if (known) await directory.add(centralHeader(known, start))
  }

  const { count, length } = directory.totals()
  yield* directory.bytes()
  yield ending({ count, length, offset })
}

type Beginning = Pick<Member, 'name' | 'isFolder' | 'modifiedat'>

/** The bytes, and in the end what the directory says of them; nothing at all of a file that is gone. */
type Parts = Generator<Uint8Array | Member> | AsyncGenerator<Uint8Array | Member>

function* whole(beginning: Beginning, bytes: Uint8Array = new Uint8Array()): Parts {
  const member = { ...beginning, size: bytes.length, crc: crc32(bytes), hasDescriptor: false }
  yield Buffer.concat([localHeader(member), bytes])
  yield member
}

async function* streamed(
  beginning: Beginning,
  content: { size: number; open(): Promise<Readable | undefined> },
): Parts {
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
