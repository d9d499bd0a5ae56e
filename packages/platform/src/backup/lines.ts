import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export type Value = string | number | null | Uint8Array

export interface WrittenLines {
  rows: number
  /** Of the file as it lies there. */
  sha256: string
}

/** Fast rather than small: what is large is in the contents. */
const LEVEL = 1

/** Rows as lines of JSON, each a list of values, packed. Any tool can read it, on any machine. */
export async function writeLines(path: string, rows: AsyncIterable<readonly Value[]>): Promise<WrittenLines> {
  const hash = createHash('sha256')
  let count = 0
  const lines = async function* () {
    let text = ''
    for await (const row of rows) {
      text += `${JSON.stringify(row.map(encoded))}\n`
      count++
      if (text.length < 65_536) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: LEVEL }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return { rows: count, sha256: hash.digest('hex') }
}

export async function* readLines(path: string): AsyncGenerator<Value[]> {
  const text = createGunzip().setEncoding('utf8')
  const read = pipeline(createReadStream(path), text).catch(error => void text.destroy(error))
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield (JSON.parse(line) as unknown[]).map(decoded)
  }
  await read
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

const encoded = (value: Value) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

function decoded(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'object' && 'base64' in value && typeof value.base64 === 'string')
    return Buffer.from(value.base64, 'base64')
  throw new Error('A value of a backup cannot be read')
}
