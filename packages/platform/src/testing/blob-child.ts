import { writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskBlobs } from '../blobs/disk.ts'
import { Refusal } from '../errors.ts'
import { bytesOf, chunksOf, contentOf, numbersFrom, sha256 } from './contents.ts'

// A process of its own for what no test process survives: a disk that is full, and being killed at any moment.

const MIB = 1024 * 1024
const [, , folder = '', task] = process.argv
const blobs = await createDiskBlobs(folder)

/** At once, so that nothing is forgotten when it is killed. */
const say = (what: string) => void writeSync(1, `${what}\n`)

const errcodeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    error => (error instanceof Refusal ? error.errcode : String(error)),
  )

async function keepOne(size: number, say = (_what: string) => {}): Promise<string> {
  const received = await blobs.receive(chunksOf(contentOf(size)))
  say('keeping')
  await received.keep()
  return received.hash
}

/** Where 40 MiB do not fit. Says what it saw as JSON. */
async function fill(): Promise<void> {
  const before = await keepOne(2 * MIB)
  const received = await errcodeOf(blobs.receive(chunksOf(contentOf(40 * MIB))))
  await blobs.parts.begin('upload')
  const appended = await errcodeOf(blobs.parts.append('upload', 0, numbersFrom(0, 40 * MIB)))
  const size = await blobs.parts.size('upload')
  const prefix = await bytesOf(await blobs.parts.read('upload'))
  const prefixRight = sha256(prefix) === sha256(await bytesOf(numbersFrom(0, size)))
  await blobs.parts.abort('upload')
  const after = await keepOne(2 * MIB)
  const readable = []
  for (const hash of [before, after]) readable.push(sha256(await bytesOf(await blobs.open(hash))) === hash)
  const left = await readdir(join(folder, 'blobs', 'incoming'))
  process.stdout.write(JSON.stringify({ received, appended, prefixRight, readable, left }))
}

/** Goes on until it is killed, and says what it was told is safe. */
async function goOn(): Promise<void> {
  for (let size = await blobs.parts.size('upload').catch(() => 0); ; ) {
    if (size === 0) await blobs.parts.begin('upload')
    const hash = await keepOne(20_000 + Math.floor(Math.random() * 12 * MIB), say)
    say(`kept ${hash}`)
    size = await blobs.parts.append('upload', size, numbersFrom(size, 4 * Math.ceil(Math.random() * 50_000)))
    say(`appended ${size}`)
  }
}

await (task === 'fill' ? fill() : goOn())
