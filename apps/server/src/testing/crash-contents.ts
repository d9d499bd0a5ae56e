import { createHash } from 'node:crypto'
import { smallFileBytes } from '@plinth/contract/files'
import type { Random } from '@plinth/files/testing/random'

export interface Content {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
}

/** What is kept in the database, what just is not any more, what takes some time, and what S3 takes in parts. */
const sizes = [0, 40, 40, 5_000, 16_384, 16_385, 30_000, 120_000, 700_000, 2_000_000]
const large = 9_500_000

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const isLittle = ({ bytes }: Content) => bytes.length <= smallFileBytes

/** Contents of all sizes. Half of them come again and again, so that some are removed while they are stored anew. */
export function createContentsPool(random: Random) {
  const sizeOf = new Map<string, number>()
  let number = 0

  function make(size: number): Content {
    const bytes = new Uint8Array(size)
    Buffer.from(bytes.buffer).fill(`${number++} of ${random.below(2 ** 30)};`)
    const content = { bytes, sha256: hashOf(bytes) }
    sizeOf.set(content.sha256, size)
    return content
  }

  const common = sizes.map(make)
  return {
    bytesOf: (sha256: string) => sizeOf.get(sha256) ?? Number.NaN,
    small: () => make(random.of([10, 3_000, 20_000])),
    /** Small enough to come together with others. */
    little: () => (random.below(2) === 0 ? random.of(common.filter(isLittle)) : make(random.of([10, 3_000]))),
    some: () => (random.below(2) === 0 ? random.of(common) : make(random.below(40) === 0 ? large : random.of(sizes))),
  }
}

export type ContentsPool = ReturnType<typeof createContentsPool>
