import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Of the content with no bytes, which is stored nowhere: so a row is all that a file needs. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const atOnce = 10_000

interface Place {
  nsname: string
  /** The folder they go into. */
  parentid: string
}

/** Puts the files with these numbers into a folder. */
export type Loader = (place: Place, from: number, to: number) => Promise<void>

/** All names have a word at the beginning and one in the middle in common, and a number of their own. */
export const nameOf = (n: number) => `Report ${String(n).padStart(7, '0')} north.txt`

interface Row {
  n: number
  name: string
  grams: number[]
}

function rowsOf({ nsname }: Place, from: number, to: number): Row[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const name = nameOf(from + index)
    return { n: from + index, name, grams: gramsOf(nsname, name.toLowerCase()) }
  })
}

/** As the file service makes them of a name; a search that found nothing would tell that it no longer does. */
function gramsOf(nsname: string, searchname: string): number[] {
  const grams = new Set<number>()
  for (let at = 0; at + 3 <= searchname.length; at++) {
    let hash = 0x811c9dc5
    for (const char of nsname + searchname.slice(at, at + 3)) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
    grams.add(hash | 0)
  }
  return [...grams]
}

/** Beside the product, which waits for a moment now and then. */
export function intoSqlite(folder: string): Loader {
  return async (place, from, to) => {
    const file = new DatabaseSync(join(folder, 'plinth.db'), { timeout: 60_000 })
    await untilNothingWaits(() => Number(file.prepare(jobsLeft).get()?.jobs))
    const entry =
      file.prepare(`insert into entries (objid, nsname, parentid, name, searchname, objtype, blobhash, size, mediatype,
      createdat, createdby, modifiedat, modifiedby) values (?, ?, ?, ?, ?, 2, '${EMPTY}', 0, 'text/plain', ?, 'mara', ?, 'mara')`)
    const index = file.prepare('insert into namegrams (rowid, grams) values (?, ?)')
    for (let start = from; start <= to; start += atOnce) {
      file.exec('begin immediate')
      for (const { n, name, grams } of rowsOf(place, start, Math.min(to, start + atOnce - 1))) {
        const added = entry.run(`file${n}`, place.nsname, place.parentid, name, name.toLowerCase(), n, n)
        index.run(added.lastInsertRowid, grams.map(gram => (gram >>> 0).toString(36)).join(' '))
      }
      file.exec('commit')
    }
    for (const folderid of counted(place))
      file.prepare('insert into sizedeltas (folderid, bytes, files) values (?, 0, ?)').run(folderid, to - from + 1)
    // No `analyze`: the product never does that, and what it tells of few files would be held for true with a million.
    file.close()
  }
}

export function intoPostgres(url: string): Loader {
  return async (place, from, to) => {
    const client = new pg.Client(url)
    await client.connect()
    await untilNothingWaits(async () => Number((await client.query(jobsLeft)).rows[0].jobs))
    for (let start = from; start <= to; start += atOnce) {
      const rows = rowsOf(place, start, Math.min(to, start + atOnce - 1))
      const values = [
        rows.map(({ n }) => n),
        rows.map(({ name }) => name),
        rows.map(({ grams }) => `{${grams.join(',')}}`),
      ]
      await client.query(
        `with added as (
           insert into entries (objid, nsname, parentid, name, searchname, objtype, blobhash, size, mediatype,
             createdat, createdby, modifiedat, modifiedby)
           select 'file' || n, $4, $5, name, lower(name), 2, '${EMPTY}', 0, 'text/plain', n, 'mara', n, 'mara'
           from unnest($1::bigint[], $2::text[]) as given (n, name) returning entryno, objid)
         insert into namegrams (entryno, grams)
         select entryno, grams::int[] from added join unnest($1::bigint[], $3::text[]) as given (n, grams) on objid = 'file' || n`,
        [...values, place.nsname, place.parentid],
      )
    }
    for (const folderid of counted(place))
      await client.query('insert into sizedeltas (folderid, bytes, files) values ($1, 0, $2)', [
        folderid,
        to - from + 1,
      ])
    await client.query('vacuum analyze')
    await client.end()
  }
}

const jobsLeft = 'select count(*) as jobs from jobs where recurring is null and gaveupat is null'

/** What the measurements before left to be done would go through the new files too, beside the next ones. */
async function untilNothingWaits(left: () => number | Promise<number>): Promise<void> {
  while ((await left()) > 0) await pause(100)
}

/** The sums that the files belong to; what is above them follows by itself. */
const counted = ({ nsname, parentid }: Place) => [parentid, `ns:${nsname}`]
