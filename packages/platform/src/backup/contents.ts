import { createHash } from 'node:crypto'
import { BlobMissing, type Blobs, type Source } from '../blobs/blobs.ts'
import { Refusal } from '../errors.ts'

interface Content {
  hash: string
  size: number
}

/** What became of a content that was to be copied. */
export type Copied = 'copied' | 'there' | 'missing' | 'damaged'

/** Its bytes are there, and cannot be read to their end. */
class Unreadable extends Error {}

/**
 * Copies a content from one store to another, unless it is there. Its hash is computed on the way, and only what has the right one
 * gets its name, so what is there is whole; with `verify` it is read all the same, for disks that forget.
 */
export async function copyContent(
  { from, to, verify = false }: { from: Blobs; to: Blobs; verify?: boolean },
  { hash, size }: Content,
): Promise<Copied> {
  if ((await to.size(hash)) === size) {
    if (!verify || (await isWhole(to, hash))) return 'there'
    await to.remove(hash)
  }
  const what = await copy(from, to, hash)
  if (what !== 'damaged') return what
  // Once more, in case it was the reading that failed. A store that is away as a whole is another matter.
  const again = await copy(from, to, hash)
  if (again === 'damaged') await from.ping()
  return again
}

async function copy(from: Blobs, to: Blobs, hash: string): Promise<Copied> {
  try {
    const received = await to.receive(bytesIn(from, hash), { expect: { sha256: hash } })
    await received.keep()
    return 'copied'
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing'
    if (error instanceof Unreadable) return 'damaged'
    if (error instanceof Refusal && error.errcode === 'CHECKSUM_WRONG') return 'damaged'
    throw error
  }
}

/** So that where a content is copied, what cannot be read is told from what cannot be written. */
async function* bytesIn(blobs: Blobs, hash: string): Source {
  try {
    yield* await blobs.open(hash)
  } catch (error) {
    throw error instanceof BlobMissing ? error : new Unreadable(`The content ${hash} cannot be read`, { cause: error })
  }
}

async function isWhole(blobs: Blobs, hash: string): Promise<boolean> {
  const digest = createHash('sha256')
  try {
    for await (const chunk of bytesIn(blobs, hash)) digest.update(chunk)
  } catch {
    return false
  }
  return digest.digest('hex') === hash
}

const PAGE = 1_000

/** Removes what is not among the contents, which come in the order of their hashes. */
export async function removeOthers(blobs: Blobs, contents: AsyncIterator<Content>): Promise<number> {
  let removed = 0
  let next = await contents.next()
  for (let after = ''; ; ) {
    const page = await blobs.list({ after, limit: PAGE })
    for (const { hash } of page) {
      while (!next.done && next.value.hash < hash) next = await contents.next()
      if (!next.done && next.value.hash === hash) continue
      await blobs.remove(hash)
      removed++
    }
    after = page.at(-1)?.hash ?? ''
    if (page.length < PAGE) return removed
  }
}
