import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { copyFile, deleteFile, fileInfo, moveFile, renameFile, usage } from '@plinth/contract/files'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { EMPTY } from '../blobs/contents.repository.ts'
import { copyProperties } from '../dav/davprops.repository.ts'
import { FILE } from '../entries/entries.repository.ts'
import { fileAt, folderAt, locate, namespaceOf } from '../entries/entries.service.ts'
import { fsobjectOf, pathOf } from '../entries/fsobjects.ts'
import { moveEntry, throwAway } from '../entries/moving.service.ts'
import { sizesOf, sumOfNamespace } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { putFile } from './putting.service.ts'
import { bytesLeft } from './quota.ts'

/** The last name of a path that has one, and the way to it. */
const split = (path: string[]) => ({ above: path.slice(0, -1), name: path.at(-1) ?? '' })

export function createFiles({ db }: Platform) {
  const tables = db.withTables<FileTables>()

  return {
    async rename(actor: FileActor, input: InputOf<typeof renameFile>) {
      const { parentdirpath, srcfilename, dstfilename: name, conflict, objectid } = input
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const { objid: parentid } = await folderAt(tx, namespace, parentdirpath)
        const entry = await fileAt(tx, namespace, [...parentdirpath, srcfilename], objectid)
        const { moved } = await moveEntry(tx, { namespace, actor, entry, parentid, name, conflict })
        return { fsobject: fsobjectOf(moved) }
      })
    },

    async move(actor: FileActor, { srcfilepath, dstfilepath, conflict, objectid }: InputOf<typeof moveFile>) {
      const { above, name } = split(dstfilepath)
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const entry = await fileAt(tx, namespace, srcfilepath, objectid)
        const { objid: parentid } = await folderAt(tx, namespace, above)
        const { moved, ...rest } = await moveEntry(tx, { namespace, actor, entry, parentid, name, conflict })
        return { fsobject: fsobjectOf(moved), ...rest }
      })
    },

    async copy(actor: FileActor, { srcfilepath, dstfilepath, conflict, objectid }: InputOf<typeof copyFile>) {
      const { above, name } = split(dstfilepath)
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const { objid, blobhash, size, ...file } = await fileAt(tx, namespace, srcfilepath, objectid)
        const { objid: parentid } = await folderAt(tx, namespace, above)
        const { mediatype, modifiedat: lastmodified } = file
        const content = { hash: blobhash ?? EMPTY, size, mediatype: mediatype ?? '', lastmodified }
        const put = { namespace, actor, parentid, name, conflict, content, action: 'file.copy' as const }
        const copy = await putFile(tx, put)
        if (copy.objid !== objid) await copyProperties(tx, [objid], [copy.objid])
        return { fsobject: fsobjectOf(copy) }
      })
    },

    async delete(actor: FileActor, { filepath, objectid }: InputOf<typeof deleteFile>) {
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const entry = await fileAt(tx, namespace, filepath, objectid)
        await throwAway(tx, namespace, actor, entry)
        return { objid: entry.objid }
      })
    },

    async info(actor: FileActor, objectid: string): Promise<ResponseOf<typeof fileInfo>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { entry, wayUp } = await locate(tables, namespace, objectid, FILE)
      const { parentid, versionno, blobhash: sha256 } = entry
      return { ...fsobjectOf(entry), path: pathOf(wayUp), parentid, sha256, versionno }
    },

    async usage(actor: FileActor): Promise<ResponseOf<typeof usage>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { nsname, rootid, trashid, quota } = namespace
      const sizes = await sizesOf(tables, [sumOfNamespace(nsname), rootid, trashid])
      const [top, trash] = [sizes.get(rootid), sizes.get(trashid)]
      return {
        used: sizes.get(sumOfNamespace(nsname))?.bytes ?? 0,
        quota,
        left: await bytesLeft(tables, namespace),
        ...{ bytes: top?.bytes ?? 0, filecount: top?.files ?? 0 },
        ...{ trashbytes: trash?.bytes ?? 0, trashfilecount: trash?.files ?? 0 },
      }
    },
  }
}
