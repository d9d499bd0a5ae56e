-- What happened in a project, and by how much its stored bytes grew or shrank with it. Only ever added to, so that writers
-- do not wait for each other at a counter. folded is 1 once the row is counted in projectdays.
create table activity (
  id $autoid,
  orgid ctext not null,
  projectid ctext not null,
  actorid ctext not null,
  action ctext not null,
  target ctext not null,
  data ctext not null,
  bytes bigint not null,
  createdat bigint not null,
  folded smallint not null default 0
);

create index activity_project on activity (orgid, projectid, id);
create index activity_unfolded on activity (id) where folded = 0;
create index activity_tail on activity (orgid, projectid, createdat, bytes) where folded = 0;

-- The same summed up for each day. day is its first millisecond in UTC.
create table projectdays (
  orgid ctext not null,
  projectid ctext not null,
  day bigint not null,
  activities bigint not null,
  bytes bigint not null,
  primary key (orgid, projectid, day)
);
