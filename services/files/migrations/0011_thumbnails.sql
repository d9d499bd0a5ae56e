-- Small pictures of contents. They follow from the content, so they go with it, count nowhere and can be made anew. state is wanted,
-- made, or none where there can be none. dueat is when somebody may begin: whoever makes one puts it off, in case they die at it.
create table thumbnails (
  hash ctext primary key references blobs (hash) on delete cascade,
  state ctext not null,
  dueat bigint not null,
  attempts integer not null
);

create index thumbnails_dueat on thumbnails (dueat, hash) where state = 'wanted';

create table thumbnailbytes (
  hash ctext not null references thumbnails (hash) on delete cascade,
  size ctext not null,
  bytes bytea not null,
  primary key (hash, size)
);

-- Folders to be told once it is over; isover says that it is.
create table thumbnailwaits (
  hash ctext not null references thumbnails (hash) on delete cascade,
  folderid ctext not null,
  nsname ctext not null,
  isover smallint not null default 0,
  primary key (hash, folderid)
);

create index thumbnailwaits_isover on thumbnailwaits (isover) where isover = 1;
