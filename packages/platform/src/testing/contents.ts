import { createHash, randomBytes } from 'node:crypto'

/** Bytes that nothing else has. */
export const contentOf = (size: number): Buffer => randomBytes(size)

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** In chunks as they come from a socket. */
export async function* chunksOf(content: Uint8Array, chunkBytes = 65_536): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
}

/** Gives that much and then breaks, as a connection does. */
export async function* breaksAfter(content: Uint8Array, bytes: number): AsyncIterable<Uint8Array> {
  yield* chunksOf(content.subarray(0, bytes))
  throw new Error('the connection broke')
}

export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A content of which every part is known by where it begins. */
export async function* numbersFrom(start: number, bytes: number): AsyncIterable<Uint8Array> {
  for (let at = start; at < start + bytes; at += 65_536) {
    const chunk = Buffer.alloc(Math.min(65_536, start + bytes - at))
    for (let offset = 0; offset + 4 <= chunk.length; offset += 4) chunk.writeUInt32LE((at + offset) / 4, offset)
    yield chunk
  }
}
