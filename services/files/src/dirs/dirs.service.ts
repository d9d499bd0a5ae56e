import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type {
  createDir,
  deleteDir,
  dirInfo,
  dirPath,
  listDir,
  markDir,
  moveDir,
  renameDir,
} from '@plinth/contract/dirs'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { changed } from '../changes.ts'
import { addFolder } from '../entries/adding.service.ts'
import { FOLDER } from '../entries/entries.repository.ts'
import { folderAt, locate, namespaceOf } from '../entries/entries.service.ts'
import { fsobjectOf, pathOf } from '../entries/fsobjects.ts'
import { moveEntry, throwAway } from '../entries/moving.service.ts'
import { sizesOf } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { listFolder, markFolder } from './listing.service.ts'

export function createDirs({ db }: Platform) {
  const tables = db.withTables<FileTables>()

  return {
    async create(actor: FileActor, { parentdirpath, dirname, conflict }: InputOf<typeof createDir>) {
      const namespace = await namespaceOf(tables, actor.nsname)
      const parent = await folderAt(tables, namespace, parentdirpath)
      return tables.transaction(async tx => {
        const entry = await addFolder(tx, actor, { parentid: parent.objid, name: dirname, conflict })
        const { objid: target, name } = entry
        await changed(tx, actor, { action: 'folder.create', target, name, folderids: [parent.objid] })
        return { fsobject: fsobjectOf(entry) }
      })
    },

    async list(actor: FileActor, input: InputOf<typeof listDir>): Promise<ResponseOf<typeof listDir>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { objid } = await folderAt(tables, namespace, input.path)
      const { entries, sizes, cursor } = await listFolder(tables, objid, input)
      return { objid, fsobjects: entries.map(entry => fsobjectOf(entry, sizes.get(entry.objid))), cursor }
    },

    async marks(actor: FileActor, input: InputOf<typeof markDir>): Promise<ResponseOf<typeof markDir>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { objid } = await folderAt(tables, namespace, input.path)
      return { objid, ...(await markFolder(tables, objid, input)) }
    },

    async rename(actor: FileActor, input: InputOf<typeof renameDir>) {
      const { parentdirpath, srcdirname, dstdirname: name, conflict, objectid } = input
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const parent = await folderAt(tx, namespace, parentdirpath)
        const entry = await folderAt(tx, namespace, [...parentdirpath, srcdirname], objectid)
        const { moved } = await moveEntry(tx, { namespace, actor, entry, parentid: parent.objid, name, conflict })
        return { fsobject: fsobjectOf(moved, (await sizesOf(tx, [moved.objid])).get(moved.objid)) }
      })
    },

    async move(actor: FileActor, { srcdirpath, dstdirpath, conflict, objectid }: InputOf<typeof moveDir>) {
      const name = dstdirpath.at(-1)
      if (srcdirpath.length === 0 || name === undefined) throw new Refusal('TOP_FOLDER')
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const entry = await folderAt(tx, namespace, srcdirpath, objectid)
        const { objid: parentid } = await folderAt(tx, namespace, dstdirpath.slice(0, -1))
        const { moved, ...rest } = await moveEntry(tx, { namespace, actor, entry, parentid, name, conflict })
        return { fsobject: fsobjectOf(moved, (await sizesOf(tx, [moved.objid])).get(moved.objid)), ...rest }
      })
    },

    async delete(actor: FileActor, { dirpath, objectid }: InputOf<typeof deleteDir>) {
      if (dirpath.length === 0) throw new Refusal('TOP_FOLDER')
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const entry = await folderAt(tx, namespace, dirpath, objectid)
        await throwAway(tx, namespace, actor, entry)
        return { objid: entry.objid }
      })
    },

    async info(actor: FileActor, objectid: string): Promise<ResponseOf<typeof dirInfo>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { entry, wayUp } = await locate(tables, namespace, objectid, FOLDER)
      const size = (await sizesOf(tables, [objectid])).get(objectid)
      const { parentid } = entry
      return { ...fsobjectOf(entry, size), path: pathOf(wayUp), parentid, sha256: null, versionno: null }
    },

    async path(actor: FileActor, objectid: string): Promise<ResponseOf<typeof dirPath>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { wayUp } = await locate(tables, namespace, objectid)
      const steps = wayUp.map(({ objid, name }) => ({ objid, objname: name })).reverse()
      return { path: pathOf(wayUp), steps }
    },
  }
}
