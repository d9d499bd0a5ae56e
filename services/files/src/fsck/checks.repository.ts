import { EMPTY } from '../blobs/contents.repository.ts'
import { FILE, FOLDER } from '../entries/entries.repository.ts'
import type { Findings, Kind } from './findings.ts'
import type { Scratch } from './scratch.repository.ts'

interface Found {
  objid: string
  [column: string]: string | number | null
}

interface Check {
  kind: Kind
  query: string
  /** `path` is where the entry is. */
  say(row: Found, path: string): string
}

const isFile = `objtype = ${FILE}`
const isFolder = `objtype = ${FOLDER}`

/** Each finds what breaks one rule of the books. All read the same moment, so there is nothing that merely changed meanwhile. */
const checks: Check[] = [
  {
    kind: 'place',
    query:
      'select objid, nsname from entries e where not exists (select 1 from namespaces n where n.nsname = e.nsname)',
    say: ({ nsname }, path) => `${path} belongs to the filestore ${nsname}, which is not there.`,
  },
  {
    kind: 'place',
    query: `select objid from entries e where parentid is null and objid not in (select objid from tops)
      and exists (select 1 from namespaces n where n.nsname = e.nsname)`,
    say: (_row, path) => `${path} is in no folder.`,
  },
  {
    kind: 'place',
    query: `select objid, parentid from entries e where parentid is not null
      and not exists (select 1 from entries p where p.objid = e.parentid)`,
    say: ({ parentid }, path) => `${path} is in the folder ${parentid}, which is not there.`,
  },
  {
    kind: 'place',
    query: `select e.objid, p.${isFile} as infile from entries e join entries p on p.objid = e.parentid
      where p.${isFile} or p.nsname <> e.nsname`,
    say: ({ infile }, path) => `${path} is in ${infile ? 'a file' : 'a folder of another filestore'}.`,
  },
  {
    kind: 'place',
    query: `select e.objid from entries e join entries p on p.objid = e.parentid
      where e.objid not in (select objid from reached) and e.${isFolder}
      and not exists (with recursive up (objid, parentid) as (
        select e.objid, e.parentid union select u.objid, u.parentid from up join entries u on u.objid = up.parentid
      ) select 1 from up where parentid is null or parentid not in (select objid from entries))`,
    say: (_row, path) => `${path} is in a circle of folders that leads nowhere.`,
  },
  {
    kind: 'place',
    query: `select t.objid, n.nsname, t.label from tops t join namespaces n on t.objid in (n.rootid, n.trashid, n.copiesid)
      where n.deletedat is null and not exists (select 1 from entries e where e.objid = t.objid)`,
    say: ({ nsname, label }) =>
      `The filestore ${nsname} lacks its ${label === '/' ? 'top folder' : 'trash or place for copies'}.`,
  },
  {
    kind: 'content',
    query: `select objid, ${isFile} as isfile from entries where ${isFile} = (blobhash is null)`,
    say: ({ isfile }, path) => (isfile ? `${path} has no content.` : `The folder ${path} has a content.`),
  },
  {
    kind: 'content',
    query: `select objid, blobhash from entries e where blobhash <> '${EMPTY}'
      and not exists (select 1 from contents c where c.hash = e.blobhash)`,
    say: ({ blobhash }, path) => `${path} has the content ${blobhash}, which is not in the books.`,
  },
  {
    kind: 'content',
    query: `select e.objid, e.size, coalesce(c.size, 0) as real from entries e left join contents c on c.hash = e.blobhash
      where e.blobhash is not null and (c.size <> e.size or (e.blobhash = '${EMPTY}' and e.size <> 0))`,
    say: ({ size, real }, path) => `${path} is said to have ${size} bytes, and its content has ${real}.`,
  },
  {
    kind: 'version',
    query: `select v.objid, versionno from versions v
      where not exists (select 1 from entries e where e.objid = v.objid and e.${isFile})`,
    say: ({ versionno, objid }) => `Version ${versionno} is of the file ${objid}, which is not there.`,
  },
  {
    kind: 'version',
    query: `select v.objid, v.versionno, v.blobhash from versions v where blobhash <> '${EMPTY}'
      and not exists (select 1 from contents c where c.hash = v.blobhash)`,
    say: ({ versionno, blobhash }, path) =>
      `Version ${versionno} of ${path} has the content ${blobhash}, which is not in the books.`,
  },
  {
    kind: 'version',
    query: `select v.objid, v.versionno, v.size, c.size as real from versions v join contents c on c.hash = v.blobhash
      where c.size <> v.size`,
    say: ({ versionno, size, real }, path) =>
      `Version ${versionno} of ${path} is said to have ${size} bytes, and its content has ${real}.`,
  },
  {
    kind: 'version',
    query: `select v.objid, v.versionno from versions v join entries e on e.objid = v.objid where v.versionno >= e.versionno`,
    say: ({ versionno }, path) => `Version ${versionno} of ${path} is newer than the file itself.`,
  },
  {
    kind: 'name',
    query: 'select objid from misnamed',
    say: (_row, path) => `${path} is sorted and searched by another name than it has.`,
  },
  {
    kind: 'name',
    query: 'select objid, entryno from ungrammed',
    say: ({ objid, entryno }, path) =>
      objid
        ? `${path} is not in the index of names as it should be.`
        : `The index of names knows entry ${entryno}, which is not there.`,
  },
]

export const wrongRefs = `select c.hash, c.refs, coalesce(u.refs, 0) as real
  from contents c left join users u on u.hash = c.hash where c.refs <> coalesce(u.refs, 0)`

/** A folder holds its own files and what the folders in it have passed on; what waits at those comes later. */
export const wrongSizes = `
  select f.objid, f.bytes, f.files, f.realbytes, f.realfiles from (
    select e.objid, coalesce(s.bytes, 0) as bytes, coalesce(s.files, 0) as files,
      (select coalesce(sum(c.size), 0) from entries c where c.parentid = e.objid and c.${isFile})
      + (select coalesce(sum(k.counted), 0) from entries c join sizes k on k.folderid = c.objid
        where c.parentid = e.objid and c.${isFolder}) as realbytes,
      (select count(*) from entries c where c.parentid = e.objid and c.${isFile})
      + (select coalesce(sum(k.countedfiles), 0) from entries c join sizes k on k.folderid = c.objid
        where c.parentid = e.objid and c.${isFolder}) as realfiles
    from entries e left join sizes s on s.folderid = e.objid where e.${isFolder}
  ) f where f.bytes <> f.realbytes or f.files <> f.realfiles`

const ofNamespaces = `select n.nsname as place, 'ns:' || n.nsname as folderid,
  (select coalesce(sum(size), 0) from entries e where e.nsname = n.nsname and e.${isFile}) + (
    select coalesce(sum(v.size), 0) from versions v join entries e on e.objid = v.objid where e.nsname = n.nsname
  ) as realbytes, (select count(*) from entries e where e.nsname = n.nsname and e.${isFile}) as realfiles from namespaces n`

/** As with folders: an organisation holds what its filestores have passed on. */
const ofOrgs = `select n.orgid as place, 'org:' || n.orgid as folderid, coalesce(sum(s.counted), 0) as realbytes,
  coalesce(sum(s.countedfiles), 0) as realfiles
  from namespaces n left join sizes s on s.folderid = 'ns:' || n.nsname group by n.orgid`

export const wrongSums = `
  select t.place, t.folderid, coalesce(s.bytes, 0) as bytes, coalesce(s.files, 0) as files, t.realbytes, t.realfiles
  from (${ofNamespaces} union all ${ofOrgs}) t left join sizes s on s.folderid = t.folderid
  where coalesce(s.bytes, 0) <> t.realbytes or coalesce(s.files, 0) <> t.realfiles`

const lostSizes = `select folderid, bytes, files from sizes s where (bytes <> 0 or files <> 0)
  and folderid not like 'ns:%' and folderid not like 'org:%'
  and not exists (select 1 from entries e where e.objid = s.folderid)`

export interface WrongSize {
  objid: string
  bytes: number
  files: number
  realbytes: number
  realfiles: number
}

export type WrongSum = Omit<WrongSize, 'objid'> & { place: string; folderid: string }

const amount = (bytes: number, files: number) =>
  `${bytes.toLocaleString('en')} bytes in ${files.toLocaleString('en')} files`

/** Everything that the books alone tell. */
export function checkBooks(scratch: Scratch, { fault }: Findings): void {
  for (const { kind, query, say } of checks)
    for (const row of scratch.each<Found>(query)) fault(kind, say(row, pathOf(scratch, row.objid)))
  for (const { hash, refs, real } of scratch.each<{ hash: string; refs: number; real: number }>(wrongRefs))
    fault(
      'refs',
      `The content ${hash} is counted as used ${refs} times, and is used ${real} times${usersOf(scratch, hash)}.`,
    )
  for (const row of scratch.each<WrongSize>(wrongSizes))
    fault(
      'size',
      `The folder ${pathOf(scratch, row.objid)} is counted as ${amount(row.bytes, row.files)}, and holds ${amount(row.realbytes, row.realfiles)}.`,
    )
  for (const row of scratch.each<{ folderid: string; bytes: number; files: number }>(lostSizes))
    fault('size', `A folder ${row.folderid} that is not there is counted as ${amount(row.bytes, row.files)}.`)
  for (const row of scratch.each<WrongSum>(wrongSums))
    fault(
      'sum',
      `${row.place} is counted as ${amount(row.bytes, row.files)}, and holds ${amount(row.realbytes, row.realfiles)}.`,
    )
}

const DEEPEST = 1_000

/** Where an entry is, for people: as far up as the folders lead. */
function pathOf(scratch: Scratch, objid: string | null): string {
  const names: string[] = []
  let nsname = ''
  for (let at = objid; at !== null && names.length < DEEPEST; ) {
    const [top] = scratch.all<{ label: string }>('select label from tops where objid = ?', at)
    const [entry] = scratch.all<{ name: string; nsname: string; parentid: string | null }>(
      'select name, nsname, parentid from entries where objid = ?',
      at,
    )
    nsname = entry?.nsname ?? nsname
    if (top) return `${nsname}:${top.label === '/' ? '' : ` ${top.label}`}/${names.join('/')}`
    if (!entry) break
    names.unshift(entry.name)
    at = entry.parentid
    if (at === objid) break
  }
  return `${nsname}: …/${names.slice(-3).join('/')}`
}

const NAMED = 5

/** The files that a content belongs to, the first few by name. */
export function usersOf(scratch: Scratch, hash: string): string {
  const rows = scratch.all<{ objid: string; versionno: number | null }>(
    `select objid, null as versionno from entries where blobhash = ?
      union all select objid, versionno from versions where blobhash = ? limit ${NAMED + 1}`,
    hash,
    hash,
  )
  const names = rows
    .slice(0, NAMED)
    .map(({ objid, versionno }) => `${versionno === null ? '' : `version ${versionno} of `}${pathOf(scratch, objid)}`)
  if (names.length === 0) return ''
  return ` (${names.join(', ')}${rows.length > NAMED ? ' and others' : ''})`
}
