import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the project `postgres`; the project `sqlite` has none. */
    postgresUrl?: string
  }
}

/** An empty database of the engine under test. Without a url that is SQLite, which only needs an empty folder. */
export async function testDatabaseUrl(): Promise<{ url?: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  if (!server) return { drop: async () => {} }
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

export interface TestDatabase {
  db: Database
  /** What `openDatabase` needs for another node on the same database. */
  options: { url?: string; folder: string }
  close(): Promise<void>
}

/** In memory where there is such a place: a test has no use for what a disk costs. */
const folders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** The same, opened. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await testDatabaseUrl()
  const folder = await mkdtemp(join(folders, 'plinth-'))
  const test: TestDatabase = {
    db: await openDatabase({ url, folder }),
    options: { url, folder },
    async close() {
      await test.db.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return test
}
