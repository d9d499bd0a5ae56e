import { createHash } from 'node:crypto'
import { BlobMissing, type Blobs } from '../blobs/blobs.ts'
import { Refusal } from '../errors.ts'

interface Content {
  hash: string
  size: number
}

/** What became of a content that was to be copied. */
export type Copied = 'copied' | 'there' | 'missing' | 'damaged'

/**
 * Copies a content from one store to another, unless it is there. Its hash is computed on the way, and only what has the right one
 * gets its name, so what is there is whole; with `verify` it is read all the same, for disks that forget.
 */
export async function copyContent(
  { from, to, verify = false }: { from: Blobs; to: Blobs; verify?: boolean },
  { hash, size }: Content,
): Promise<Copied> {
  if ((await to.size(hash)) === size) {
    if (!verify || (await hashIn(to, hash)) === hash) return 'there'
    await to.remove(hash)
  }
  try {
    const received = await to.receive(await from.open(hash), { expect: { sha256: hash } })
    await received.keep()
    return 'copied'
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing'
    if (error instanceof Refusal && error.errcode === 'CHECKSUM_WRONG') return 'damaged'
    throw error
  }
}

async function hashIn(blobs: Blobs, hash: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of await blobs.open(hash)) digest.update(chunk)
  return digest.digest('hex')
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
