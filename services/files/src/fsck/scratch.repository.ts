import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/**
 * A throw-away database of the check's own, in a file, so that memory does not grow with the number of files. It holds the books
 * of one moment, with the indexes that questions across all of them need and that the books themselves can do without.
 */
const TABLES = `
  create table entries (objid primary key, entryno, nsname, parentid, name, objtype, blobhash, size, versionno) without rowid;
  create table versions (objid, versionno, blobhash, size);
  create table contents (hash primary key, size, refs, inline) without rowid;
  create table bytes (hash primary key, size, sound) without rowid;
  create table sweeping (hash primary key) without rowid;
  create table sizes (folderid primary key, counted, countedfiles, bytes, files) without rowid;
  create table namespaces (nsname primary key, orgid, rootid, trashid, copiesid, deletedat) without rowid;
  create table tops (objid primary key, label) without rowid;
  create table uploads (uploadid primary key, nsname, filename) without rowid;
  create table misnamed (entryno integer primary key, objid);
  create table ungrammed (entryno integer primary key, objid);`

/** Once all rows are in: filling a table that has its indexes already takes far longer. */
const INDEXES = `
  create index entries_parentid on entries (parentid, objtype, size);
  create index entries_blobhash on entries (blobhash) where blobhash is not null;
  create index entries_nsname on entries (nsname, objtype, size);
  create index versions_blobhash on versions (blobhash);
  create index versions_objid on versions (objid);
  create table users as select blobhash as hash, count(*) as refs from (
    select blobhash from entries where blobhash is not null union all select blobhash from versions
  ) group by blobhash;
  create unique index users_hash on users (hash);
  insert into tops select rootid, '/' from namespaces union select trashid, 'in the trash: ' from namespaces
    union select copiesid, 'in a copy under way: ' from namespaces;
  create table reached (objid primary key) without rowid;
  insert into reached with recursive down (objid) as (
    select objid from tops union select e.objid from down join entries e on e.parentid = down.objid
  ) select objid from down;`

export type Scratch = ReturnType<typeof openScratch>

export function openScratch(path: string) {
  const file = new DatabaseSync(path)
  file.exec('pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file; begin')
  file.exec(TABLES)
  const sum = file.prepare(`insert into sizes values (?, ?, ?, ?, ?) on conflict (folderid) do update set
    counted = counted + excluded.counted, countedfiles = countedfiles + excluded.countedfiles,
    bytes = bytes + excluded.bytes, files = files + excluded.files`)

  return {
    /** A way to put rows into a table, each as the values of its columns. */
    into(table: string, columns: number) {
      const marks = Array.from({ length: columns }, () => '?').join(', ')
      const insert = file.prepare(`insert or ignore into ${table} values (${marks})`)
      return (...values: SQLInputValue[]) => void insert.run(...values)
    },

    /** Adds to the sums of a folder: what is counted into it, or what waits at it. */
    addSize(row: { folderid: string; bytes: number; files: number }, counted: boolean): void {
      sum.run(row.folderid, counted ? row.bytes : 0, counted ? row.files : 0, row.bytes, row.files)
    },

    addIndexes: () => file.exec(INDEXES),
    all: <Row>(query: string, ...values: SQLInputValue[]) => file.prepare(query).all(...values) as Row[],
    each: <Row>(query: string) => file.prepare(query).iterate() as Iterable<Row>,
    close: () => file.close(),
  }
}
