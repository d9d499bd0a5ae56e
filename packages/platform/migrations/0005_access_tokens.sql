-- What scripts call with in a person's name. The token itself is known to its holder only.
create table accesstokens (
  tokenid ctext primary key,
  tokenhash ctext not null,
  userid ctext not null,
  name ctext not null,
  scope ctext not null,
  createdat bigint not null,
  lastseenat bigint,
  expiresat bigint not null
);

create unique index accesstokens_tokenhash on accesstokens (tokenhash);
create index accesstokens_userid on accesstokens (userid, createdat);
create index accesstokens_expiresat on accesstokens (expiresat);
