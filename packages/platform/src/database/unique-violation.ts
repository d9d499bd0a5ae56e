const POSTGRES_UNIQUE = '23505'
const POSTGRES_FOREIGN_KEY = '23503'

/**
 * Which unique index refused the row: its table and columns, the same on both engines, as 'users.email' or
 * 'invites.orgid,address'. Undefined for any other error. The columns name the index, since SQLite does not tell its name;
 * so a unique index has plain columns (and a `where` if need be), never expressions.
 */
export function uniqueViolation(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return fromPostgres(error) ?? fromSqlite(error)
}

/** The detail reads: Key (orgid, address)=(acme, a@b.c) already exists. */
function fromPostgres(error: Error & { code?: unknown; table?: unknown; detail?: unknown }): string | undefined {
  if (error.code !== POSTGRES_UNIQUE) return undefined
  const columns = /\((.*?)\)=\(/.exec(String(error.detail))?.[1]
  return `${error.table}.${columns?.replaceAll(', ', ',')}`
}

/** The message reads: UNIQUE constraint failed: invites.orgid, invites.address */
function fromSqlite(error: Error): string | undefined {
  const columns = /^UNIQUE constraint failed: (.*)$/.exec(error.message)?.[1]?.split(', ')
  if (!columns) return undefined
  const [table] = columns[0]?.split('.') ?? []
  return `${table}.${columns.map(column => column.slice(column.indexOf('.') + 1)).join(',')}`
}

/** A row that this one refers to is not there, or is still referred to. */
export const isForeignKeyViolation = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === POSTGRES_FOREIGN_KEY) || error.message === 'FOREIGN KEY constraint failed')
