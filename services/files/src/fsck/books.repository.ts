import { createHash } from 'node:crypto'
import type { Snapshot } from '@plinth/platform/database/snapshot'
import { gramsOf, searchnameOf } from '../names.ts'
import type { FileTables } from '../tables.ts'
import { createGramSums } from './gram-sums.ts'
import type { Scratch } from './scratch.repository.ts'

type Row<Table extends keyof FileTables> = { [Column in keyof FileTables[Table]]: FileTables[Table][Column] }

interface ReadEntry extends Omit<Row<'entries'>, 'entryno'> {
  entryno: number
}

/** Reads the books of one moment into the scratch. What a single row tells by itself is looked at on the way. */
export async function readBooks(
  snapshot: Snapshot,
  scratch: Scratch,
  { quick, tell }: { quick: boolean; tell(progress: string): void },
): Promise<void> {
  await readPlain(snapshot, scratch)
  tell('Reading the index of names')
  const grams = await readGrams(snapshot)
  tell('Reading the entries')
  await readEntries(snapshot, scratch, grams, tell)
  tell('Reading the contents')
  await readContents(snapshot, scratch, quick)
  tell('Putting it in order')
  scratch.addIndexes()
  const orphan = scratch.into('ungrammed', 2)
  for (const entryno of grams.left()) orphan(entryno, null)
}

async function readPlain(snapshot: Snapshot, scratch: Scratch): Promise<void> {
  const namespace = scratch.into('namespaces', 6)
  const namespaces = 'select nsname, orgid, rootid, trashid, copiesid, deletedat from namespaces'
  for await (const page of snapshot.pages<Row<'namespaces'>>(namespaces))
    for (const n of page) namespace(n.nsname, n.orgid, n.rootid, n.trashid, n.copiesid, n.deletedat)
  const sizes = (table: string) => snapshot.pages<Row<'foldersizes'>>(`select folderid, bytes, files from ${table}`)
  for await (const page of sizes('foldersizes')) for (const row of page) scratch.addSize(row, true)
  for await (const page of sizes('sizedeltas')) for (const row of page) scratch.addSize(row, false)
  const sweeping = scratch.into('sweeping', 1)
  for await (const page of snapshot.pages<Row<'sweeping'>>('select hash from sweeping'))
    for (const { hash } of page) sweeping(hash)
  const upload = scratch.into('uploads', 3)
  const uploads = `select uploadid, nsname, filename from uploads where objid is null and expiresat > ${Date.now()}`
  for await (const page of snapshot.pages<Row<'uploads'>>(uploads))
    for (const { uploadid, nsname, filename } of page) upload(uploadid, nsname, filename)
}

/** SQLite's full-text index cannot be asked for what a row holds, but its words can be listed with their rows. */
async function readGrams(snapshot: Snapshot) {
  const sums = createGramSums()
  if (snapshot.engine === 'sqlite') {
    await snapshot.exec('create virtual table temp.gramwords using fts5vocab(main, namegrams, instance)')
    for await (const page of snapshot.pages<{ term: string; doc: number }>('select term, doc from temp.gramwords'))
      for (const { term, doc } of page) sums.add(doc, Number.parseInt(term, 36))
  } else {
    for await (const page of snapshot.pages<{ entryno: number; grams: number[] }>(
      'select entryno, grams from namegrams',
    ))
      for (const { entryno, grams } of page) for (const gram of grams) sums.add(entryno, gram)
  }
  return sums
}

async function readEntries(
  snapshot: Snapshot,
  scratch: Scratch,
  grams: ReturnType<typeof createGramSums>,
  tell: (progress: string) => void,
): Promise<void> {
  const [entry, misnamed, ungrammed] = [
    scratch.into('entries', 9),
    scratch.into('misnamed', 2),
    scratch.into('ungrammed', 2),
  ]
  const columns =
    'objid, entryno, nsname, parentid, name, searchname, objtype, blobhash, size, versionno, trashedat, buried'
  let count = 0
  for await (const page of snapshot.pages<ReadEntry>(`select ${columns} from entries`)) {
    for (const e of page) {
      entry(e.objid, e.entryno, e.nsname, e.parentid, e.name, e.objtype, e.blobhash, e.size, e.versionno)
      const searchname = searchnameOf(e.name)
      if (searchname !== e.searchname) misnamed(e.entryno, e.objid)
      // What is in the trash is in no index.
      const expected = e.trashedat === null && !e.buried ? gramsOf(e.nsname, searchname) : []
      if (!grams.take(e.entryno, expected)) ungrammed(e.entryno, e.objid)
    }
    count += page.length
    if (count % 100_000 === 0) tell(`Reading the entries: ${count.toLocaleString('en')}`)
  }
  const version = scratch.into('versions', 4)
  for await (const page of snapshot.pages<Row<'versions'>>('select objid, versionno, blobhash, size from versions'))
    for (const { objid, versionno, blobhash, size } of page) version(objid, versionno, blobhash, size)
}

async function readContents(snapshot: Snapshot, scratch: Scratch, quick: boolean): Promise<void> {
  const bytes = scratch.into('bytes', 3)
  if (quick) {
    for await (const page of snapshot.pages<{ hash: string; size: number }>(
      'select hash, length(bytes) as size from blobbytes',
    ))
      for (const { hash, size } of page) bytes(hash, size, 1)
  } else {
    for await (const page of snapshot.pages<Row<'blobbytes'>>('select hash, bytes from blobbytes'))
      for (const row of page) bytes(row.hash, row.bytes.length, Number(sha256(row.bytes) === row.hash))
  }
  const content = scratch.into('contents', 4)
  const contents = `select hash, size, inline,
    refs + coalesce((select sum(d.refs) from blobdeltas d where d.hash = blobs.hash), 0) as refs from blobs`
  for await (const page of snapshot.pages<Row<'blobs'>>(contents))
    for (const { hash, size, refs, inline } of page) content(hash, size, refs, inline)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
