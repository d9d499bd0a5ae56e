import type { ResponseOf } from '@plinth/contract/call'
import type { listVersions } from '@plinth/contract/versions'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { EMPTY } from '../blobs/contents.repository.ts'
import { FILE } from '../entries/entries.repository.ts'
import { locate, namespaceOf } from '../entries/entries.service.ts'
import { fsobjectOf } from '../entries/fsobjects.ts'
import { changedHere } from '../entries/times.ts'
import { putVersion } from '../files/putting.service.ts'
import { refuseBeyondQuota } from '../files/quota.ts'
import type { FileTables } from '../tables.ts'
import { findVersion, versionsOf } from './versions.repository.ts'

export function createVersions({ db }: Platform) {
  const tables = db.withTables<FileTables>()

  return {
    async list(actor: FileActor, objectid: string): Promise<ResponseOf<typeof listVersions>> {
      const namespace = await namespaceOf(tables, actor.nsname)
      const { entry } = await locate(tables, namespace, objectid, FILE)
      const { versionno, size, blobhash, mediatype, modifiedby: createdby } = entry
      const content = { versionno, size, mediatype: mediatype ?? '', sha256: blobhash ?? EMPTY }
      const now = { ...content, createdat: changedHere(entry), createdby }
      const earlier = (await versionsOf(tables, objectid)).map(({ objid: _, blobhash: sha256, ...version }) => {
        return { ...version, sha256, current: false }
      })
      return { versions: [{ ...now, current: true }, ...earlier] }
    },

    async restore(actor: FileActor, objectid: string, versionno: number) {
      return tables.transaction(async tx => {
        const namespace = await namespaceOf(tx, actor.nsname)
        const { entry } = await locate(tx, namespace, objectid, FILE)
        const version = await findVersion(tx, objectid, versionno)
        if (!version) throw new Refusal('NOT_FOUND')
        const { blobhash: hash, size } = version
        await refuseBeyondQuota(tx, namespace, size)
        const restored = await putVersion(tx, actor, entry, { hash, size, mediatype: entry.mediatype ?? '' })
        return { fsobject: fsobjectOf(restored) }
      })
    },
  }
}
