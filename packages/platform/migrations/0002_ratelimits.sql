-- fullat is when the whole allowance will be there again; a row from before now says nothing any more.
create table ratelimits (
  keyhash ctext primary key,
  fullat bigint not null
);

create index ratelimits_fullat on ratelimits (fullat);
