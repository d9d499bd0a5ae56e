-- Contents by their SHA-256, and how many entries and versions refer to each, as far as counted; what is not counted yet stands in
-- blobdeltas. zerosince is when refs became 0.
create table blobs (
  hash ctext primary key,
  size bigint not null,
  refs bigint not null,
  inline smallint not null,
  zerosince bigint
);

create index blobs_zerosince on blobs (zerosince) where refs = 0;

-- One more or fewer that refers to a content. Only ever added to, so that those who store the same content at the same time do not
-- meet at its row; the foreign key sees to it that the content is there.
create table blobdeltas (
  id $autoid,
  hash ctext not null references blobs (hash),
  refs bigint not null
);

create index blobdeltas_hash on blobdeltas (hash, refs);

-- The small ones themselves. Apart from blobs, so that counting does not write them anew.
create table blobbytes (
  hash ctext primary key,
  bytes bytea not null
);

-- Somebody is about to refer to a content: it is not swept. expiresat is for those who died while at it.
create table blobleases (
  leaseid ctext primary key,
  hash ctext not null,
  expiresat bigint not null
);

create index blobleases_hash on blobleases (hash);
create index blobleases_expiresat on blobleases (expiresat);

-- The bytes of a content are being removed from the store: until they are gone nobody may store it anew.
create table sweeping (
  hash ctext primary key,
  startedat bigint not null
);
