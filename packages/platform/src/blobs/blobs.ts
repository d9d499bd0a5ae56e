import type { Readable } from 'node:stream'
import { smallFileBytes } from '@plinth/contract/files'

/** Contents up to this size are handed back in memory: they are cheaper in the row of the database that names them. */
export const INLINE_BYTES = smallFileBytes

/** How much an append with a checksum may carry, because it is held until the checksum is known to be right. */
export const CHECKED_APPEND_BYTES = 32 * 1024 * 1024

/** An upload that nobody appended to for this long is swept. */
export const UPLOAD_KEPT_MS = 7 * 24 * 3_600_000

/**
 * Bytes as they come. It is read to its end or told to stop (`return`), whatever happens. A Node stream takes the latter as an order to
 * destroy itself: hand a request that is still to be answered over as `request.raw.iterator({ destroyOnReturn: false })`.
 */
export type Source = AsyncIterable<Uint8Array>

/**
 * A content that arrived in full. `keep` makes it durable and visible under its hash; until then nobody sees it, and `drop` (or
 * a crash, and the sweep after it) leaves nothing of it. Call one of the two. Both may be called again and do no harm then.
 */
export interface Received {
  /** SHA-256 in lower-case hex. */
  hash: string
  size: number
  /** The content itself where it has no more than INLINE_BYTES. It is in no store then, and `keep` stores nothing. */
  bytes?: Buffer
  /**
   * If the same content is there already, that one stays. Either way `modified` in `list` is less than an hour old afterwards,
   * so that a sweep of what nobody refers to can spare what is being kept at this moment.
   */
  keep(): Promise<void>
  drop(): Promise<void>
}

interface ReceiveOptions {
  /** The most bytes; one more is refused with TOO_LARGE. */
  limit?: number
  /** What the sender says the content is; anything else is refused with CHECKSUM_WRONG. */
  expect?: { sha256?: string }
  signal?: AbortSignal
}

export interface AppendOptions {
  /** The most bytes the whole upload may have. What goes beyond is refused with TOO_LARGE; what fitted stays. */
  limit?: number
  /** Of the bytes of this append. They are all taken, or refused with CHECKSUM_WRONG and none is. At most CHECKED_APPEND_BYTES. */
  expect?: { algorithm: 'sha256' | 'sha1' | 'md5'; digest: Uint8Array }
  signal?: AbortSignal
}

/**
 * Uploads that come in pieces, over any number of requests, nodes and restarts. An upload is known by an id of our own making
 * (letters, digits, - and _). One request at a time may append to it; across nodes the caller sees to that.
 */
export interface Parts {
  begin(uploadid: string): Promise<void>
  /**
   * Adds to the end and answers the new size; that much is durable then. An offset other than the size is refused with
   * UPLOAD_OFFSET. If the source breaks, what came is stored all the same and its error is thrown: ask `size` where to go on.
   */
  append(uploadid: string, offset: number, source: Source, options?: AppendOptions): Promise<number>
  /** How many bytes are safely there. Refused with NOT_FOUND when there is no such upload. */
  size(uploadid: string): Promise<number>
  /**
   * The whole as a content, after which nothing can be appended. The upload itself stays until `abort`, whether the content is
   * kept or dropped, so that after a crash in between it can be finished again. Call `abort` once the entry is committed.
   */
  finish(uploadid: string, options?: Pick<ReceiveOptions, 'expect'>): Promise<Received>
  /** All bytes of an upload that is complete, to put several together (source of another append). Nothing can be appended after. */
  read(uploadid: string): Promise<Readable>
  /** Removes the upload and all it holds. Nothing happens when there is none. */
  abort(uploadid: string): Promise<void>
  /** In the order of their ids. `modified` is when something was last appended. */
  list(options?: { after?: string; limit?: number }): Promise<{ uploadid: string; modified: number }[]>
}

export interface StoredBlob {
  hash: string
  size: number
  /** When it was last kept, give or take an hour; ms. */
  modified: number
}

/**
 * Contents, each stored once and known by its SHA-256. All that fails for want of space is refused with STORAGE_FULL, all that
 * fails because the store does not answer or does not let us in with STORAGE_DOWN; both leave nothing half done behind.
 */
export interface Blobs {
  /** Takes a content in, of any size, with little memory. Nothing remains of one that does not arrive in full. */
  receive(source: Source, options?: ReceiveOptions): Promise<Received>
  parts: Parts
  /**
   * The bytes from `start` to `end`, both included, as in a Range header and in Node's streams; all of them without. Resolves
   * once it is open, so that a missing blob (BlobMissing) is known before a head is sent. Destroy it if it is not read to the end.
   */
  open(hash: string, range?: { start?: number; end?: number }): Promise<Readable>
  /** Undefined where there is no such blob. */
  size(hash: string): Promise<number | undefined>
  has(hash: string): Promise<boolean>
  /** The caller knows that nothing refers to it and nobody is keeping it. Nothing happens when there is none. */
  remove(hash: string): Promise<void>
  /** Pages through all blobs in the order of their hashes. */
  list(options?: { after?: string; limit?: number }): Promise<StoredBlob[]>
  /** Removes what killed processes left: temporaries older than a day (a week in S3), uploads that nobody went on with. An hourly job does it. */
  sweep(now?: number): Promise<void>
  /** Throws if the store cannot be used now. */
  ping(): Promise<void>
}

/** There is no such blob. Where an entry refers to it, that is damage, not a question of access. */
export class BlobMissing extends Error {
  readonly hash: string

  constructor(hash: string) {
    super(`There is no blob ${hash}`)
    this.hash = hash
  }
}
