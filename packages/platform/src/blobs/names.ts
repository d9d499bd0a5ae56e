import { Refusal } from '../errors.ts'
import { BlobMissing } from './blobs.ts'

const HASH = /^[0-9a-f]{64}$/
const UPLOADID = /^[\w-]{1,100}$/

/** Names come only from hashes and from ids of our own making; nothing else gets as far as a path. */
export function assertHash(hash: string): void {
  if (!HASH.test(hash)) throw new BlobMissing(hash)
}

export function assertUploadid(uploadid: string): void {
  if (!UPLOADID.test(uploadid)) throw new Refusal('NOT_FOUND')
}
