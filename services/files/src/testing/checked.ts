import { setTimeout as pause } from 'node:timers/promises'
import { copyDir, deleteDir } from '@plinth/contract/dirs'
import { openSnapshot } from '@plinth/platform/database/snapshot'
import { contentOf } from '@plinth/platform/testing/contents'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { checkFiles } from '../fsck/fsck.service.ts'
import type { FileTables } from '../tables.ts'
import { startFiles } from './stores.ts'
import { tusClient } from './tus.ts'

/** A filestore with some of everything in it, and the ways to check it and to break what nobody could break from outside. */
export async function startChecked(environment: Record<string, string> = {}) {
  const app = await startFiles(environment)
  const store = await app.store()
  const big = Buffer.from(contentOf(100_000))
  const { config, db, blobs, jobs } = app.platform
  const query = db.query as Kysely<FileTables>

  /** Folders in folders, versions, a copy, something in the trash, an upload under way. */
  async function fill(): Promise<void> {
    for (const path of ['/plans', '/plans/old', '/gone']) await store.mkdir(path)
    await store.put('/plans/old/small.txt', 'a small content')
    await store.put('/plans/empty.txt', '')
    await store.put('/plans/big.bin', Buffer.from(contentOf(60_000)))
    await store.put('/plans/big.bin', big, { conflict: 'replace' })
    await store.put('/gone/in the trash.txt', 'another small content')
    await store.ask(deleteDir, { dirpath: '/gone' })
    await store.ask(copyDir, { srcdirpath: '/plans', dstdirpath: '/plans again' })
    await jobs.idle()
    const tus = tusClient(
      () => app.url,
      () => store.bearer,
    )
    await tus.create(100_000, { filename: 'half.bin', parentdirpath: '/' })
  }

  /** What waits to be counted is passed on along the folders as they are by then. Nobody is to break those meanwhile. */
  async function allCounted(): Promise<void> {
    const waiting = () => query.selectFrom('sizedeltas').select('id').limit(1).executeTakeFirst()
    while (await waiting()) await pause(10)
  }

  await fill()
  return {
    ...{ store, big, query, blobs, engine: db.engine, dataFolder: config.dataFolder, close: app.close },

    async check(options: { quick?: boolean; repair?: boolean } = {}) {
      const lines: string[] = []
      const snapshot = () => openSnapshot({ url: config.databaseUrl, folder: config.dataFolder })
      const print = (line: string) => lines.push(line)
      const { faults } = await checkFiles({ openSnapshot: snapshot, db, blobs, print, ...options })
      return { faults, text: lines.join('\n') }
    },

    /** What the database itself would refuse. */
    async force(...statements: RawBuilder<unknown>[]): Promise<void> {
      await allCounted()
      const [off, on] =
        db.engine === 'sqlite'
          ? [sql`pragma foreign_keys = off`, sql`pragma foreign_keys = on`]
          : [sql`set session_replication_role = replica`, sql`set session_replication_role = default`]
      await query.connection().execute(async connection => {
        for (const statement of [off, ...statements, on]) await statement.execute(connection)
      })
    },

    async objidOf(name: string): Promise<string> {
      const named = query.selectFrom('entries').select('objid').where('name', '=', name).orderBy('entryno').limit(1)
      return (await named.executeTakeFirstOrThrow()).objid
    },
  }
}
