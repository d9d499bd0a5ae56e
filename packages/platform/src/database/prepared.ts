import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Queries } from './database.ts'

/** While a query is put together: the place of a value that comes each time it is asked. */
export type Given<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

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
  build: (query: Kysely<Tables>, given: Given<Values>, ...shape: Shape) => Compilable<Row>,
) {
  const known = new Map<string, Compiled<Values, Row>>()

  function compile({ query: queries }: Queries<Tables>, shape: Shape): Compiled<Values, Row> {
    const places = new Map<unknown, keyof Values>()
    // The query builder takes anything for a value and hands it on as it is.
    const given: Given<Values> = name => {
      const place = {}
      places.set(place, name)
      return place as never
    }
    const query = build(queries, given, ...shape).compile()
    return { query, names: query.parameters.map(parameter => places.get(parameter)) }
  }

  return async (db: Queries<Tables>, values: Values, ...shape: Shape): Promise<Row[]> => {
    const key = db.engine + JSON.stringify(shape)
    const compiled = known.get(key) ?? compile(db, shape)
    known.set(key, compiled)
    const { query, names } = compiled
    const parameters = names.map((name, index) => (name === undefined ? query.parameters[index] : values[name]))
    return (await db.query.executeQuery<Row>({ ...query, parameters })).rows
  }
}
