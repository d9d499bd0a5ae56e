import { sql } from 'kysely'

/**
 * Rows by their whole keys. With `in` on the last column alone, PostgreSQL may read all rows that share the first ones where it
 * thinks these are few: it plans for the usual organisation, not for the large one.
 */
export const keyIn = (columns: readonly string[], keys: readonly (readonly string[])[]) =>
  sql<boolean>`(${sql.join(columns.map(column => sql.ref(column)))}) in (values ${sql.join(
    keys.map(key => sql`(${sql.join(key)})`),
  )})`
