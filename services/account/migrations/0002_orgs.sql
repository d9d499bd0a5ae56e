create table orgs (
  orgid ctext primary key,
  orgname ctext not null,
  description ctext not null default '',
  createdat bigint not null
);

-- orgname is repeated here so that one index holds a person's list in the order it is shown, whatever its length.
create table orgmembers (
  orgid ctext not null references orgs (orgid),
  userid ctext not null references users (userid),
  orgname ctext not null,
  role ctext not null,
  joinedat bigint not null,
  primary key (orgid, userid)
);

create index orgmembers_list on orgmembers (userid, orgname, orgid);
