create table orgs (
  orgid ctext primary key,
  orgname ctext not null,
  description ctext not null default '',
  membercount bigint not null,
  requiretwofactor smallint not null default 0,
  createdat bigint not null,
  -- Hidden from then on, and gone for good 30 days later. The id stays taken until then.
  deletedat bigint
);

create index orgs_deletedat on orgs (deletedat) where deletedat is not null;

-- name is repeated here so that one index holds an organisation's people in the order they are shown, whatever their number.
-- The name of the organisation is not: a rename would have to change a row for each member. role is a list, separated by commas.
create table orgmembers (
  orgid ctext not null references orgs (orgid),
  userid ctext not null references users (userid),
  name ctext not null,
  role ctext not null,
  isowner smallint not null,
  isexternal smallint not null,
  joinedat bigint not null,
  primary key (orgid, userid)
);

create index orgmembers_userid on orgmembers (userid, orgid);
create index orgmembers_name on orgmembers (orgid, name, userid);
create index orgmembers_joinedat on orgmembers (orgid, joinedat, userid);
create index orgmembers_owners on orgmembers (orgid) where isowner = 1;

-- What people are found by: the words of their user id and name, of everybody and again for each organisation.
create table userwords (
  word ctext not null,
  userid ctext not null references users (userid),
  primary key (word, userid)
);

create table orgmemberwords (
  orgid ctext not null,
  word ctext not null,
  userid ctext not null,
  primary key (orgid, word, userid),
  foreign key (orgid, userid) references orgmembers (orgid, userid) on delete cascade
);

create index orgmemberwords_member on orgmemberwords (orgid, userid, word);
create index userwords_userid on userwords (userid, word);
