import type { InputOf } from '@plinth/contract/call'
import type { FoundObject } from '@plinth/contract/file-fields'
import type { searchFiles } from '@plinth/contract/files'
import { decodeCursor, encodeCursor } from '@plinth/platform/cursor'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { type Entry, FOLDER, waysUp } from '../entries/entries.repository.ts'
import { namespaceOf } from '../entries/entries.service.ts'
import { fsobjectOf, pathOf } from '../entries/fsobjects.ts'
import { changedHere } from '../entries/times.ts'
import { searchnameOf } from '../names.ts'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import { sizesOf } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { type Found, lastChanged, namesWith, type Place } from './search.repository.ts'

const pageSize = 50
/** What is below a deleted folder is passed over. After so many rows a page is sent as it is, and the reader asks for the next. */
const mostReadPages = 5

/** What a place in a list is told by. */
type Named = Pick<Entry, 'searchname' | 'objid'> & Partial<Pick<Entry, 'modifiedat' | 'changedat'>>

const text = z.string().regex(/^[^\0]*$/)

export function createSearch({ db }: Platform) {
  const tables = db.withTables<FileTables>()

  /** Reads on until there is a page of what is not below something in the trash. */
  async function page<Key extends (string | number)[]>(
    namespace: Namespace,
    start: Key | null,
    read: (after: Key | null) => Promise<Pick<Found, 'rows'> & Partial<Found>>,
    keyOf: (entry: Named) => Key,
  ) {
    const found: FoundObject[] = []
    let after = start
    for (let pages = 0; pages < mostReadPages; pages++) {
      const { rows, end = null } = await read(after)
      const shown = await living(namespace, rows)
      for (const entry of rows) {
        const object = shown.get(entry.objid)
        if (object) found.push(object)
        after = keyOf(entry)
        // The next page begins with what is left of these, not where they end.
        if (found.length === pageSize) return { fsobjects: found, cursor: encodeCursor(after) }
      }
      if (end) after = keyOf(end)
      else if (rows.length < pageSize) return { fsobjects: found, cursor: null }
    }
    return { fsobjects: found, cursor: after ? encodeCursor(after) : null }
  }

  async function living({ rootid }: Namespace, entries: Entry[]): Promise<Map<string, FoundObject>> {
    const ways = await waysUp(
      tables,
      entries.map(({ objid }) => objid),
    )
    const folders = entries.filter(({ objtype }) => objtype === FOLDER).map(({ objid }) => objid)
    const sizes = await sizesOf(tables, folders)
    const shown = new Map<string, FoundObject>()
    for (const entry of entries) {
      const [, ...above] = ways.get(entry.objid) ?? []
      if (above.at(-1)?.objid !== rootid) continue
      const where = { parentpath: pathOf(above), parentid: above[0]?.objid ?? rootid }
      shown.set(entry.objid, { ...fsobjectOf(entry, sizes.get(entry.objid)), ...where })
    }
    return shown
  }

  return {
    async byName(actor: FileActor, { search, cursor, kind, since, modifiedby }: InputOf<typeof searchFiles>) {
      const namespace = await namespaceOf(tables, actor.nsname)
      const filter = { kind, since, modifiedby }
      const wanted = { nsname: actor.nsname, text: searchnameOf(search), limit: pageSize, filter }
      const place = z.tuple([z.literal([0, 1]), text, text])
      return page<Place>(
        namespace,
        cursor ? decodeCursor(cursor, place) : null,
        after => namesWith(tables, { ...wanted, after }),
        ({ searchname, objid }) => [searchname.startsWith(wanted.text) ? 0 : 1, searchname, objid],
      )
    },

    async recent(actor: FileActor, cursor: string | undefined) {
      const namespace = await namespaceOf(tables, actor.nsname)
      const place = z.tuple([z.number(), text])
      return page<[number, string]>(
        namespace,
        cursor ? decodeCursor(cursor, place) : null,
        async after => ({ rows: await lastChanged(tables, { nsname: actor.nsname, after, limit: pageSize }) }),
        ({ modifiedat = 0, changedat = null, objid }) => [changedHere({ modifiedat, changedat }), objid],
      )
    },
  }
}
