-- A link to a file or folder for people without an account: to download, or to add files to a folder and see nothing. Of its token
-- there is a hash alone. It goes with what it is to, when that is removed for good. downloads counts how often bytes were asked for.
create table shares (
  shareid ctext primary key,
  tokenhash ctext not null unique,
  nsname ctext not null,
  objid ctext not null references entries (objid) on delete cascade,
  kind ctext not null,
  passwordhash ctext,
  expiresat bigint,
  downloadlimit bigint,
  downloads bigint not null default 0,
  createdby ctext not null,
  createdat bigint not null
);

create index shares_nsname on shares (nsname, createdat, shareid);
create index shares_objid on shares (objid, createdat, shareid);
create index shares_expiresat on shares (expiresat) where expiresat is not null;
