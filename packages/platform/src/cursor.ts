import type * as z from 'zod'
import { Refusal } from './errors.ts'

/**
 * A cursor is the sort key of a page's last row, so every page costs the same. It is no secret and no right: whoever
 * changes it only chooses another place in a list they may read.
 */
export const encodeCursor = (key: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

export function decodeCursor<Key extends z.ZodType>(cursor: string, key: Key): z.output<Key> {
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString(), storable))
  } catch {
    throw new Refusal('BAD_INPUT', { data: { fields: { cursor: 'Use the cursor of the page before.' } } })
  }
}

/** What no column holds was never in a cursor of ours, and PostgreSQL breaks off where it is asked for it. */
function storable(_: string, value: unknown): unknown {
  const isOurs = typeof value === 'number' ? Number.isSafeInteger(value) : !String(value).includes('\0')
  if (!isOurs) throw new Error('No column holds this.')
  return value
}

/** Of rows that were read with one more than the page holds, to know whether there is a next one. */
export function cutPage<Row>(rows: Row[], limit: number, keyOf: (row: Row) => (string | number)[]) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), cursor: last ? encodeCursor(keyOf(last)) : null }
}
