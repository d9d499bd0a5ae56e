import type { Readable } from 'node:stream'
import { BlobMissing, INLINE_BYTES } from '@plinth/platform/blobs/blobs'
import type { Queries } from '@plinth/platform/database/database'
import { EMPTY } from '../blobs/contents.repository.ts'
import type { Contents } from '../blobs/contents.service.ts'
import { childOf, FILE, FOLDER, findEntry, waysUp, wayUpFrom } from '../entries/entries.repository.ts'
import { namesBeside } from '../names.ts'
import type { FileTables } from '../tables.ts'
import { freshMs } from './takers.ts'
import type { ZipEntry } from './zip-stream.ts'
import { entriesOf, inlineBytesOf, type ZipRow, zipPage } from './zips.repository.ts'

const atOnce = 200

/** What readers take for a way to elsewhere: a backslash, and a drive's letter in front. */
const unsafe = /\\|(?<=^[a-z]):/gi

interface Level {
  folderid: string
  /** What all of it lies below, and when this folder was last seen to. */
  topid: string
  seenat: number
  path: string
  /** The names here that are not what they were. */
  replaced: Set<string>
  folders: ZipRow[]
  /** When the last of them were read. */
  readat: number
  after: ZipRow | undefined
  ended: boolean
}

/** Reads trees for an archive: some entries at a time, whatever their number. */
export function createWalk(db: Queries<FileTables>, contents: Contents) {
  /** All that a folder holds, each folder in front of what is in it. */
  async function* below(folderid: string, path: string): AsyncGenerator<ZipEntry> {
    const levels = [levelOf({ folderid, topid: folderid, seenat: Date.now(), path })]
    yield* filesOf(levels[0] as Level)
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const folder = await nextFolder(level)
      if (!folder) {
        levels.pop()
        continue
      }
      const seen = { folderid: folder.objid, topid: folderid, seenat: level.readat }
      const inner = levelOf({ ...seen, path: join(level.path, await nameIn(level, folder)) })
      if (!(await isStillBelow(inner))) continue
      levels.push(inner)
      yield { path: inner.path, modifiedat: folder.modifiedat }
      yield* filesOf(inner)
    }
  }

  /** Whoever reads slowly gets here long after it was listed. What was moved away since is left out, and what came into it there. */
  async function isStillBelow(level: Level): Promise<boolean> {
    const now = Date.now()
    if (now - level.seenat < freshMs) return true
    const still = (await wayUpFrom(db, level.folderid)).some(({ objid }) => objid === level.topid)
    if (still) level.seenat = now
    return still
  }

  async function nextFolder(level: Level): Promise<ZipRow | undefined> {
    if (level.folders.length === 0 && !level.ended && (await isStillBelow(level))) {
      level.readat = Date.now()
      level.folders = await zipPage(db, level.folderid, { objtype: FOLDER, after: level.after, limit: atOnce })
      level.after = level.folders.at(-1)
      level.ended = level.folders.length < atOnce
    }
    return level.folders.shift()
  }

  async function* filesOf(level: Level): AsyncGenerator<ZipEntry> {
    let after: ZipRow | undefined
    do {
      if (!(await isStillBelow(level))) return
      const files = await zipPage(db, level.folderid, { objtype: FILE, after, limit: atOnce })
      const contentOf = await contentsOf(files)
      for (const file of files) {
        const path = join(level.path, await nameIn(level, file))
        yield { path, modifiedat: file.modifiedat, content: contentOf(file) }
      }
      after = files.length < atOnce ? undefined : files.at(-1)
    } while (after)
  }

  /** A name that had to be changed may be the one of something else. */
  async function nameIn({ folderid, replaced }: Level, { name, objtype }: ZipRow): Promise<string> {
    const safe = name.replace(unsafe, '_')
    if (safe === name) return name
    for (const one of [safe, ...namesBeside(safe, objtype === FOLDER)]) {
      if (replaced.has(one) || (await childOf(db, folderid, one))) continue
      replaced.add(one)
      return one
    }
    return safe
  }

  /** The small ones of a page come by one query. */
  async function contentsOf(files: readonly ZipRow[]) {
    const small = files.filter(({ size }) => size > 0 && size <= INLINE_BYTES)
    const inline = await inlineBytesOf(db, [...new Set(small.map(({ blobhash }) => blobhash ?? EMPTY))])
    return (file: ZipRow) => {
      if (file.size === 0) return new Uint8Array()
      return inline.get(file.blobhash ?? EMPTY) ?? { size: file.size, open: () => open(file) }
    }
  }

  /** A file that was removed for good in the meantime is left out. One that is there without its bytes is damage. */
  async function open({ objid, blobhash, size }: ZipRow): Promise<Readable | undefined> {
    try {
      return await contents.open({ hash: blobhash ?? EMPTY, size })
    } catch (error) {
      if (!(error instanceof BlobMissing) || (await findEntry(db, objid))?.blobhash === blobhash) throw error
      return undefined
    }
  }

  return {
    below,

    /** Those chosen, side by side, with all they hold. What is no longer below the given folder is left out. */
    async *chosen(nsname: string, aboveid: string, objids: readonly string[]): AsyncGenerator<ZipEntry> {
      const taken = new Set<string>()
      for (let from = 0; from < objids.length; from += atOnce) {
        const some = objids.slice(from, from + atOnce)
        const ways = await waysUp(db, some)
        const rows = await entriesOf(db, nsname, some)
        const there = rows.filter(({ objid }) => ways.get(objid)?.some(step => step.objid === aboveid))
        const contentOf = await contentsOf(there.filter(({ objtype }) => objtype === FILE))
        for (const row of there) {
          const path = freeName(taken, row)
          if (row.objtype === FILE) yield { path, modifiedat: row.modifiedat, content: contentOf(row) }
          else {
            yield { path, modifiedat: row.modifiedat }
            yield* below(row.objid, path)
          }
        }
      }
    },
  }
}

const levelOf = (folder: Pick<Level, 'folderid' | 'topid' | 'seenat' | 'path'>): Level => {
  return { ...folder, replaced: new Set(), folders: [], readat: 0, after: undefined, ended: false }
}

const join = (path: string, name: string) => (path === '' ? name : `${path}/${name}`)

/** Chosen from several folders, two can have one name. */
function freeName(taken: Set<string>, { name, objtype }: ZipRow): string {
  const safe = name.replace(unsafe, '_')
  for (const one of [safe, ...namesBeside(safe, objtype === FOLDER)]) {
    if (taken.has(one)) continue
    taken.add(one)
    return one
  }
  return safe
}
