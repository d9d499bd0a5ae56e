-- Who did what to an organisation and what is in it. Written in the transaction that does it, never changed.
create table audit (
  id $autoid,
  orgid ctext not null,
  actorid ctext not null,
  action ctext not null,
  target ctext not null,
  data ctext not null,
  createdat bigint not null
);

create index audit_orgid on audit (orgid, id);
create index audit_action on audit (orgid, action, id);
create index audit_actorid on audit (orgid, actorid, id);
