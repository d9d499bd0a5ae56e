import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)
const blockBytes = 256 * 1024

/**
 * The directory that stands at the end of an archive and is known only then. Of a million files it would be some hundred
 * megabytes; packed while it waits, it is a fraction of that.
 */
export function createDirectory() {
  const packed: Buffer[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let [count, length] = [0, 0]

  async function packWaiting(): Promise<void> {
    const block = Buffer.concat(waiting)
    ;[waiting, waitingBytes] = [[], 0]
    packed.push(await pack(block, { level: 1 }))
  }

  return {
    async add(header: Buffer): Promise<void> {
      waiting.push(header)
      waitingBytes += header.length
      count++
      length += header.length
      if (waitingBytes >= blockBytes) await packWaiting()
    },

    async *bytes(): AsyncGenerator<Buffer> {
      for (const block of packed) yield await unpack(block)
      yield Buffer.concat(waiting)
    },

    totals: () => ({ count, length }),
  }
}
