-- What WebDAV's clients note at an entry, each as the XML element it came as. name is '{namespace}local'.
create table davprops (
  objid ctext not null references entries (objid) on delete cascade,
  name ctext not null,
  value ctext not null,
  primary key (objid, name)
);

-- WebDAV's locks. isdeep: it holds for all that is below the folder too. owner is what the client calls its user, as XML.
create table davlocks (
  token ctext primary key,
  nsname ctext not null,
  objid ctext not null references entries (objid) on delete cascade,
  userid ctext not null,
  isshared smallint not null,
  isdeep smallint not null,
  owner ctext not null,
  timeoutms bigint not null,
  expiresat bigint not null
);

create index davlocks_objid on davlocks (objid);
create index davlocks_nsname on davlocks (nsname);
create index davlocks_expiresat on davlocks (expiresat);
