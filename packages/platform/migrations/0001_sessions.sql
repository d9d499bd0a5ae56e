-- Who is signed in where. The token itself is known to its holder only.
create table sessions (
  sessionid ctext primary key,
  tokenhash ctext not null,
  userid ctext not null,
  device ctext not null,
  address ctext not null,
  createdat bigint not null,
  lastseenat bigint not null
);

create unique index sessions_tokenhash on sessions (tokenhash);
create index sessions_userid on sessions (userid, lastseenat);
create index sessions_lastseenat on sessions (lastseenat);
