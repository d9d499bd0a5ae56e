-- A filestore. pubkey is what its tokens are checked with. Its top folder, its trash and the place where copies are made
-- are entries. What is in the trash since trashemptiedat or longer is being removed. deletedat closes it for good.
create table namespaces (
  nsname ctext primary key,
  pubkey ctext not null,
  orgid ctext not null,
  projectid ctext not null,
  quota bigint,
  rootid ctext not null,
  trashid ctext not null,
  copiesid ctext not null,
  trashemptiedat bigint not null default 0,
  createdat bigint not null,
  deletedat bigint
);

create index namespaces_deletedat on namespaces (deletedat) where deletedat is not null;

create table orgquotas (
  orgid ctext primary key,
  quota bigint not null
);

-- A folder (objtype 1) or a file (2). entryno is for the index of names alone. searchname is the name as it is sorted and
-- searched by: without case and accents. blobhash, size, mediatype and versionno are a file's content; a folder's size
-- stands in foldersizes. Something in the trash has a trashedat and the trash as its parent; what is below it stays as it was.
-- trashedfrom holds the ids of the folders it was in, the nearest first; trashedpath is where that was, for people.
create table entries (
  entryno $autoid,
  objid ctext not null unique,
  nsname ctext not null,
  parentid ctext references entries (objid),
  name ctext not null,
  searchname ctext not null,
  objtype smallint not null,
  blobhash ctext,
  size bigint not null default 0,
  mediatype ctext,
  versionno integer not null default 1,
  createdat bigint not null,
  createdby ctext not null,
  modifiedat bigint not null,
  modifiedby ctext not null,
  trashedat bigint,
  trashedby ctext,
  trashedfrom ctext,
  trashedpath ctext
);

create unique index entries_name on entries (parentid, name) where trashedat is null;
-- Not partial: the foreign key above needs it too, when an entry is removed.
create index entries_by_name on entries (parentid, objtype, searchname, objid);
create index entries_by_modifiedat on entries (parentid, modifiedat, objid) where objtype = 2;
create index entries_by_size on entries (parentid, size, objid) where objtype = 2;
create index entries_recent on entries (nsname, modifiedat, objid) where objtype = 2 and trashedat is null;
create index entries_search on entries (nsname, searchname, objid) where trashedat is null;
create index entries_trash on entries (nsname, trashedat, objid) where trashedat is not null;
create index entries_trashedat on entries (trashedat) where trashedat is not null;

-- Each three letters of each name, made one word with the namespace, so that a search reads what is in its own namespace.
$sqlite create virtual table namegrams using fts5 (grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
$postgres create table namegrams (entryno bigint primary key, grams int[] not null);
$postgres create index namegrams_grams on namegrams using gin (grams);

-- Size and number of all files below a folder, as far as counted; what is not counted yet stands in sizedeltas. Beside
-- folders there are sums by namespace ('ns:…', earlier versions included) and by organisation ('org:…').
create table foldersizes (
  folderid ctext primary key,
  bytes bigint not null,
  files bigint not null
);

create table sizedeltas (
  id $autoid,
  folderid ctext not null,
  bytes bigint not null,
  files bigint not null
);

create index sizedeltas_folderid on sizedeltas (folderid, bytes, files);

-- Earlier contents of a file.
create table versions (
  objid ctext not null,
  versionno integer not null,
  blobhash ctext not null,
  size bigint not null,
  mediatype ctext not null,
  createdat bigint not null,
  createdby ctext not null,
  primary key (objid, versionno)
);
