import { mostVersions } from '@plinth/contract/versions'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import { addRefs, dropRefs, EMPTY, insertInline } from '../blobs/contents.repository.ts'
import { changed, tellFolders } from '../changes.ts'
import { addEntry } from '../entries/adding.service.ts'
import { childOf, type Entry, FILE, type NewEntry, updateContent } from '../entries/entries.repository.ts'
import type { Conflict } from '../entries/moving.service.ts'
import { changedHere, timesOf } from '../entries/times.ts'
import type { Namespace } from '../namespaces/namespaces.repository.ts'
import { addDeltas, sumOfNamespace } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { wantIfPicture } from '../thumbnails/thumbnails.repository.ts'
import { insertVersion, removeVersionsUpTo } from '../versions/versions.repository.ts'
import { refuseBeyondQuota } from './quota.ts'

type FileTx = Tx<FileTables>

export interface Content {
  hash: string
  size: number
  mediatype: string
  /** The date that it has where it comes from, if that was told. */
  lastmodified?: number | undefined
  /** Those of a small one that is not in the books yet. They go there once nothing stands against it any more. */
  bytes?: Uint8Array
  /** Where several are put in one transaction: what is to be said of their contents, at its end and in one order. */
  later?: Reference[]
}

/** A content that a file in a folder has now. */
interface Reference extends Omit<Content, 'later'> {
  nsname: string
  folderid: string
}

export interface Put {
  namespace: Namespace
  actor: FileActor
  parentid: string
  name: string
  conflict: Conflict
  content: Content
  /** What people read of it. */
  action: 'file.upload' | 'file.copy' | 'link.upload'
  /** How much room was kept for it. */
  reserved?: number
}

/** A content under a name: a new file, or a new version of the one that has the name. */
export async function putFile(tx: FileTx, put: Put): Promise<NewEntry> {
  const { namespace, actor, parentid, name, conflict, content, action } = put
  await refuseBeyondQuota(tx, namespace, content.size, put.reserved)
  const { hash: blobhash, size, mediatype, lastmodified } = content
  const place = { parentid, name, conflict: conflict === 'keepboth' ? conflict : ('refuse' as const) }
  const added = addEntry(tx, actor, place, { objtype: FILE, blobhash, size, mediatype, lastmodified })
  // Looked up only once it is known to be there: those who add to one folder at the same time would meet at its names.
  const entry = conflict === 'replace' ? await added.catch(isTaken) : await added
  if (!entry) return replace(tx, put)
  await refer(tx, content, { nsname: entry.nsname, folderid: parentid })
  await addDeltas(tx, [
    { folderid: parentid, bytes: size, files: 1 },
    { folderid: sumOfNamespace(entry.nsname), bytes: size, files: 1 },
  ])
  await changed(tx, actor, { action, target: entry.objid, name: entry.name, folderids: [parentid], bytes: size })
  return entry
}

async function refer(tx: FileTx, { later, ...content }: Content, place: { nsname: string; folderid: string }) {
  if (later) later.push({ ...content, ...place })
  else await referTo(tx, { ...content, ...place })
}

async function referTo(tx: FileTx, reference: Reference): Promise<void> {
  const { hash, bytes } = reference
  if (bytes && bytes.length > 0) await insertInline(tx, { hash, bytes })
  await addRefs(tx, [hash])
  await wantIfPicture(tx, reference)
}

/**
 * On PostgreSQL, who brings a content that another transaction is bringing waits for that one. In the order of their hashes, no two
 * wait for each other.
 */
export async function referToAll(tx: FileTx, references: readonly Reference[]): Promise<void> {
  const sorted = references.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  for (const reference of sorted) await referTo(tx, reference)
}

function isTaken(error: unknown): undefined {
  if (!(error instanceof Refusal && error.errcode === 'NAME_TAKEN')) throw error
}

async function replace(tx: FileTx, { actor, parentid, name, content }: Put): Promise<NewEntry> {
  const known = await childOf(tx, parentid, name)
  if (known?.objtype !== FILE) throw new Refusal('NAME_TAKEN')
  return putVersion(tx, actor, known, content)
}

/** The same content again is no new version. */
export async function putVersion(tx: FileTx, actor: FileActor, entry: Entry, content: Content): Promise<Entry> {
  const { objid, nsname, parentid, name } = entry
  const { hash: blobhash, size, mediatype } = content
  const modified = { modifiedby: actor.userid, ...timesOf(content.lastmodified) }
  const same = entry.blobhash === blobhash
  const now = { blobhash, size, mediatype, versionno: entry.versionno + (same ? 0 : 1), ...modified }
  await updateContent(tx, objid, now)
  if (same) tellFolders(tx, nsname, [parentid])
  else {
    await refer(tx, content, { nsname, folderid: parentid ?? '' })
    await keepVersion(tx, entry)
    const freed = await pruneVersions(tx, objid, entry.versionno)
    await addDeltas(tx, [
      { folderid: parentid ?? '', bytes: size - entry.size, files: 0 },
      { folderid: sumOfNamespace(nsname), bytes: size - freed, files: 0 },
    ])
    await changed(tx, actor, {
      action: 'file.replace',
      target: objid,
      name,
      folderids: [parentid],
      bytes: size - freed,
    })
  }
  return { ...entry, ...now }
}

/** What the file held until now. Who refers to it changes, how many do does not. */
async function keepVersion(tx: FileTx, entry: Entry) {
  const { objid, versionno, blobhash, size, mediatype, modifiedby } = entry
  await insertVersion(tx, {
    ...{ objid, versionno, size, blobhash: blobhash ?? EMPTY, mediatype: mediatype ?? '' },
    ...{ createdat: changedHere(entry), createdby: modifiedby },
  })
}

async function pruneVersions(tx: FileTx, objid: string, newest: number): Promise<number> {
  if (newest <= mostVersions) return 0
  const pruned = await removeVersionsUpTo(tx, objid, newest - mostVersions)
  await dropRefs(
    tx,
    pruned.map(({ blobhash }) => blobhash),
  )
  return pruned.reduce((sum, { size }) => sum + size, 0)
}
