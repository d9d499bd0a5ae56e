-- Namespaces that are closed to everybody: all of an organisation (place is orgid), of a project (orgid/projectid), or one
-- (its name). A row goes when they are opened again, or with the last namespace that it closes.
create table suspensions (
  place ctext primary key
);

-- Tokens of a person that were made before a time no longer serve in a place. Once all of them would have ended by
-- themselves the row goes.
create table revocations (
  userid ctext not null,
  place ctext not null,
  before bigint not null,
  primary key (userid, place)
);

create index revocations_before on revocations (before);
