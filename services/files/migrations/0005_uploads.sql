-- An upload that can be resumed (tus). How many bytes of it are there is known by the blob store alone. It is of one person, and
-- becomes a file called filename below parentid, in the folders that folders names with slashes between. kind is whole, partial
-- (to be put together with others, of no name and no place) or final (put together; partids are those it is made of).
-- objid is the file, once it is one. Whoever writes holds the lock until lockeduntil, renewed meanwhile; wanted asks them to stop.
create table uploads (
  uploadid ctext primary key,
  nsname ctext not null,
  userid ctext not null,
  kind ctext not null,
  partids ctext not null default '',
  parentid ctext not null default '',
  folders ctext not null default '',
  filename ctext not null default '',
  conflict ctext not null default 'refuse',
  sha256 ctext,
  size bigint not null,
  metadata ctext not null default '',
  objid ctext,
  createdat bigint not null,
  expiresat bigint not null,
  lockid ctext,
  locknode ctext,
  lockeduntil bigint not null default 0,
  wanted smallint not null default 0
);

create index uploads_expiresat on uploads (expiresat);
