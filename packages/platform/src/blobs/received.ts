import { hash as hashOf } from 'node:crypto'
import { Refusal } from '../errors.ts'
import type { Received } from './blobs.ts'

const nothing = async () => {}

/** A content that goes into the row of the database that names it. */
export function inline(bytes: Buffer, expected: string | undefined): Received {
  const hash = hashOf('sha256', bytes)
  assertExpected(hash, expected)
  return { hash, size: bytes.length, bytes, keep: nothing, drop: nothing }
}

export function assertExpected(hash: string, expected: string | undefined): void {
  if (expected !== undefined && expected.toLowerCase() !== hash) throw new Refusal('CHECKSUM_WRONG')
}
