import type { Compilable, CompiledQuery, Insertable, Kysely, RawBuilder } from 'kysely'
import type { Queries, Tx } from './database.ts'

/** While a query is put together: the place of a value that comes each time it is asked. */
export type Given<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

type Askable<Tables> = Pick<Queries<Tables>, 'engine' | 'query' | 'ask'>

interface Compiled<Values, Row> {
  query: CompiledQuery<Row>
  /** Of each parameter the value's name. Without one it is part of the query. */
  names: (keyof Values | undefined)[]
}

/**
 * A query that is put together once and asked with other values each time: for what many requests ask, where putting it
 * together costs more than the answer. What its text depends on besides is its shape, and of shapes there are only a few.
 */
export function prepared<Tables, Values, Row, Shape extends [] | [object]>(
  build: (query: Kysely<Tables>, given: Given<Values>, ...shape: Shape) => Compilable<Row> | RawBuilder<Row>,
) {
  const known = new Map<string, Compiled<Values, Row>>()

  function compile({ query: queries }: Askable<Tables>, shape: Shape): Compiled<Values, Row> {
    const places = new Map<unknown, keyof Values>()
    // The query builder takes anything for a value and hands it on as it is.
    const given: Given<Values> = name => {
      const place = {}
      places.set(place, name)
      return place as never
    }
    const query = build(queries, given, ...shape).compile(queries)
    return { query, names: query.parameters.map(parameter => places.get(parameter)) }
  }

  return (db: Askable<Tables>, values: Values, ...shape: Shape): Promise<Row[]> => {
    const key = shape.length === 0 ? db.engine : db.engine + JSON.stringify(shape)
    let compiled = known.get(key)
    if (!compiled) {
      compiled = compile(db, shape)
      known.set(key, compiled)
    }
    const { query, names } = compiled
    const parameters = names.map((name, index) => (name === undefined ? query.parameters[index] : values[name]))
    return db.ask(query, parameters)
  }
}

const MOST_ROWS = 8

/** Adds rows with these columns to a table: a few by a query that is put together once, many by one of their own. */
export function preparedInsert<Tables, Table extends keyof Tables & string>(table: Table, columns: readonly string[]) {
  const few = prepared((query: Kysely<Tables>, given: Given<unknown[]>, { rows }: { rows: number }) => {
    const row = (n: number) => Object.fromEntries(columns.map((column, at) => [column, given(n * columns.length + at)]))
    return query.insertInto(table).values(Array.from({ length: rows }, (_, n) => row(n)) as Insertable<Tables[Table]>[])
  })
  return async (tx: Tx<Tables>, rows: readonly Insertable<Tables[Table]>[]): Promise<void> => {
    if (rows.length === 0) return
    if (rows.length > MOST_ROWS) return void (await tx.query.insertInto(table).values(rows).execute())
    const values = rows.flatMap(row => columns.map(column => row[column as keyof typeof row]))
    await few(tx, values, { rows: rows.length })
  }
}
