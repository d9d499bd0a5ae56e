import type { Platform } from '@plinth/platform/service'
import { contentBelow, FOLDER } from '../entries/entries.repository.ts'
import { entryAt } from '../entries/entries.service.ts'
import type { Download } from '../files/download.ts'
import { current } from '../files/downloads.service.ts'
import type { FileTables } from '../tables.ts'
import { tagOf } from './guard.service.ts'
import type { StoreRequest } from './store.ts'

export function createReading({ db }: Platform) {
  const tables = db.withTables<FileTables>()

  return {
    /** Undefined where it is a folder. */
    async file({ namespace, names }: StoreRequest): Promise<Download | undefined> {
      const found = await contentBelow(tables, namespace.nsname, names)
      const entry = found ?? (await entryAt(tables, namespace, names))
      if (entry.objtype === FOLDER) return undefined
      const file = current(entry, 'attachment')
      return { ...file, bytes: found?.bytes ?? null, etag: tagOf(file.hash) }
    },
  }
}
