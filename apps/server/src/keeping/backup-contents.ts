import { readLines } from '@plinth/platform/backup/lines'

interface KeptContent {
  hash: string
  size: number
  used: boolean
}

/** The contents that belong to a backup, in the order of their hashes. */
export async function* contentsOf(path: string): AsyncGenerator<KeptContent> {
  for await (const [hash, size, used] of readLines(path))
    yield { hash: String(hash), size: Number(size), used: used === 1 }
}
