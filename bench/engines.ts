import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres } from '@plinth/tools/postgres'
import pg from 'pg'
import { type Product, withProduct } from './product.ts'
import { type Figure, median } from './report.ts'

/** Straight into the tables, in SQL that both engines know: what a hundred thousand calls would make takes an hour. */
export type Seed = (statements: string[]) => Promise<void>

/** How long one thing takes with few rows, and with many. */
export interface Times {
  name: string
  small: number
  large: number
}

/** Requests a second, and what the slowest one of a hundred took, in ms. */
export interface Load {
  rate: number
  p99: number
}

const atOnce = 10

type Measure<T> = (product: Product, seed: Seed) => Promise<T>

/** The same measurement on an empty product of each engine. */
export async function ofEachEngine<T>(measure: Measure<T>): Promise<{ sqlite: T; postgres: T }> {
  const sqlite = await withProduct({}, product => measure(product, intoFile(product.folder)))
  const cluster = await startPostgres()
  try {
    const environment = { DATABASE_URL: cluster.url }
    const postgres = await withProduct(environment, product => measure(product, intoServer(cluster.url)))
    return { sqlite, postgres }
  } finally {
    await cluster.stop()
  }
}

/** A figure of each engine's own. */
export async function onBothEngines(measure: Measure<Times[]>, noteOf: (times: Times) => string): Promise<Figure[]> {
  const figures = (engine: string, all: Times[]): Figure[] =>
    all.map(times => ({
      name: `${times.name}, ${engine}`,
      value: times.large.toFixed(1),
      unit: 'ms',
      note: noteOf(times),
    }))
  const { sqlite, postgres } = await ofEachEngine(measure)
  return [...figures('SQLite', sqlite), ...figures('PostgreSQL', postgres)]
}

export function intoFile(folder: string): Seed {
  return async statements => {
    const file = new DatabaseSync(join(folder, 'plinth.db'), { timeout: 30_000 })
    for (const statement of statements) file.exec(statement)
    file.close()
  }
}

export function intoServer(url: string): Seed {
  return async statements => {
    const client = new pg.Client(url)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.query('analyze')
    await client.end()
  }
}

/** One request after the other. */
export async function medianOf(times: number, call: () => Promise<[unknown, unknown]>): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const since = performance.now()
    const [, error] = await call()
    if (error) throw new Error(JSON.stringify(error))
    took.push(performance.now() - since)
  }
  return median(took)
}

/** As many as get through with ten under way at any time. */
export async function loadOf(seconds: number, call: () => Promise<[unknown, unknown]>): Promise<Load> {
  const took: number[] = []
  const since = performance.now()
  const until = since + seconds * 1000
  const askOnAndOn = async () => {
    while (performance.now() < until) took.push(await medianOf(1, call))
  }
  await Promise.all(Array.from({ length: atOnce }, askOnAndOn))
  const rate = (took.length * 1000) / (performance.now() - since)
  return { rate, p99: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN }
}

/** The numbers from one to another as rows n(i), for `insert … select`. */
export const numbers = (from: number, to: number) =>
  `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`
