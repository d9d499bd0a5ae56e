import type { Engine } from '../database/backend.ts'

export interface Column {
  table: string
  name: string
  /** Numbers itself as rows come. */
  counts: number
}

/** All columns of all tables that hold something of their own: not what is computed, and no tables inside an index. */
export const columnsQuery: Record<Engine, string> = {
  sqlite: `select t.name as "table", c.name as name,
      c.pk = 1 and exists (select 1 from sqlite_master m where m.name = t.name and m.sql like '%autoincrement%') as counts
    from pragma_table_list t join pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and c.hidden = 0 order by t.name, c.cid`,
  postgres: `select c.table_name as "table", c.column_name as name, (c.is_identity = 'YES')::int as counts
    from information_schema.columns c join information_schema.tables t
    on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`,
}

export function tablesOf(columns: readonly Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>()
  for (const column of columns) {
    const known = tables.get(column.table)
    if (known) known.push(column)
    else tables.set(column.table, [column])
  }
  return tables
}

/** The last number that a table gave to a row, which may be gone since. */
export const lastidQuery = (engine: Engine, { table, name }: Column) =>
  engine === 'sqlite'
    ? `select seq as lastid from sqlite_sequence where name = '${table}'`
    : `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', '${name}')), 0) as lastid`

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
