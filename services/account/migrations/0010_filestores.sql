-- A filestore is a namespace of the file service, named orgid/projectid/fsid, whose tokens are signed with privatekey. It is
-- ready once the file service knows it. fsnamekey is the name as it is compared and sorted by: without case.
create table filestores (
  orgid ctext not null,
  projectid ctext not null,
  fsid ctext not null,
  fsname ctext not null,
  fsnamekey ctext not null,
  privatekey ctext not null,
  publickey ctext not null,
  quota bigint,
  ready smallint not null default 0,
  createdat bigint not null,
  createdby ctext not null,
  -- Hidden from then on, and gone for good 30 days later. The name is free at once.
  deletedat bigint,
  primary key (orgid, projectid, fsid),
  foreign key (orgid, projectid) references projects (orgid, projectid)
);

create unique index filestores_name on filestores (orgid, projectid, fsnamekey) where deletedat is null;
create index filestores_deleted on filestores (orgid, projectid, deletedat, fsid) where deletedat is not null;
create index filestores_purge on filestores (deletedat) where deletedat is not null;

-- What filestores are found by: the words of their id and name.
create table filestorewords (
  orgid ctext not null,
  projectid ctext not null,
  word ctext not null,
  fsid ctext not null,
  primary key (orgid, projectid, word, fsid),
  foreign key (orgid, projectid, fsid) references filestores (orgid, projectid, fsid) on delete cascade
);

create index filestorewords_filestore on filestorewords (orgid, projectid, fsid, word);

-- Levels that were set by hand, in place of what the role in the project gives. Whoever leaves the project loses theirs.
create table filestoreaccess (
  orgid ctext not null,
  projectid ctext not null,
  fsid ctext not null,
  userid ctext not null,
  level ctext not null,
  primary key (orgid, projectid, fsid, userid),
  foreign key (orgid, projectid, fsid) references filestores (orgid, projectid, fsid) on delete cascade,
  foreign key (orgid, projectid, userid) references projectmembers (orgid, projectid, userid) on delete cascade
);

create index filestoreaccess_member on filestoreaccess (orgid, projectid, userid);
