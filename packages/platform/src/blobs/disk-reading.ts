import { close, read } from 'node:fs'
import { Duplex, Readable } from 'node:stream'
import { breathe } from '../breathe.ts'
import { type Send, sendingTo } from './sending.ts'

/** Measured, to a socket on the same machine: more falls out of the processor's cache before it is sent. */
const BLOCK_BYTES = 256 * 1024

interface Part {
  /** First and last byte. */
  start: number
  end: number
}

/**
 * A part of an open file as a stream, which closes it. Piped, it fills two blocks in turns, one while the other goes out. A stream
 * of Node's allocates a block for each read, and so much that collecting it takes more time than reading and sending.
 */
export function readPart(descriptor: number, { start, end }: Part): Readable {
  let at = start
  let reading: Promise<unknown> = Promise.resolve()

  function fill(block: Uint8Array): Promise<Uint8Array> {
    const wanted = Math.min(block.length, end + 1 - at)
    const filled = new Promise<Uint8Array>((resolve, reject) => {
      read(descriptor, block, 0, wanted, at, (error, count) => {
        at += count
        if (error) reject(error)
        else if (count === 0 && wanted > 0) reject(new Error('The file is shorter than it was'))
        else resolve(block.subarray(0, count))
      })
    })
    reading = filled.catch(() => {})
    return filled
  }

  const stream = new Readable({
    highWaterMark: BLOCK_BYTES,
    read() {
      if (at > end) return void this.push(null)
      fill(Buffer.allocUnsafe(Math.min(BLOCK_BYTES, end + 1 - at))).then(
        bytes => this.push(bytes),
        error => this.destroy(error),
      )
    },
    // A descriptor that is closed while it is read from may be another file's by then.
    destroy: (error, done) => void reading.then(() => close(descriptor, failed => done(error ?? failed))),
  })

  async function sendWhatIsInMemory(send: Send): Promise<void> {
    while (!stream.destroyed) {
      const sent = send(descriptor, at, end + 1 - at)
      if (sent === 0) return
      at += sent
      await breathe()
    }
  }

  async function pour(to: NodeJS.WritableStream): Promise<void> {
    const blocks = [0, 1].map(() => Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, end + 1 - start)))
    const send = sendingTo(to)
    let writing = Promise.resolve()
    for (let turn = 0; at <= end && !stream.destroyed; turn++) {
      const bytes = await fill(blocks[turn % 2] ?? Buffer.alloc(0))
      await writing
      writing = write(to, bytes)
      writing.catch(() => {})
      if (!send) continue
      await writing
      await sendWhatIsInMemory(send)
    }
    await writing
    if (stream.destroyed) return
    to.end()
    // Whoever waits for the stream's end waits for this.
    stream.push(null)
    stream.resume()
  }

  stream.pipe = (to, options) => {
    // What can be read from hands the blocks on, and keeps them for who knows how long.
    if (to instanceof Duplex || options) return Readable.prototype.pipe.call(stream, to, options) as typeof to
    pour(to).catch(error => stream.destroy(error))
    return to
  }
  return stream
}

const write = (to: NodeJS.WritableStream, bytes: Uint8Array) =>
  new Promise<void>((resolve, reject) => to.write(bytes, error => (error ? reject(error) : resolve())))
