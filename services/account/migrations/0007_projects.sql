create table projects (
  orgid ctext not null references orgs (orgid),
  projectid ctext not null,
  projectname ctext not null,
  description ctext not null default '',
  membercount bigint not null,
  createdat bigint not null,
  createdby ctext not null,
  -- Hidden from then on, and gone for good 30 days later. The id stays taken until then.
  deletedat bigint
);

create index projects_name on projects (orgid, projectname, projectid) where deletedat is null;
create index projects_createdat on projects (orgid, createdat, projectid) where deletedat is null;
create index projects_deleted on projects (orgid, deletedat, projectid) where deletedat is not null;
create index projects_purge on projects (deletedat) where deletedat is not null;
-- The key comes last: where most organisations have one project, PostgreSQL thinks these indexes equally good for finding it,
-- takes the newest, and with another would walk through all projects of an organisation that has many.
create unique index projects_key on projects (orgid, projectid);

-- What projects are found by: the words of their id and name.
create table projectwords (
  orgid ctext not null,
  word ctext not null,
  projectid ctext not null,
  primary key (orgid, word, projectid),
  foreign key (orgid, projectid) references projects (orgid, projectid) on delete cascade
);

create index projectwords_project on projectwords (orgid, projectid, word);

-- Whoever is in a project is in its organisation: the database refuses to let somebody out of one and leave them in the other.
-- The person's name, and the project's name and time, are repeated so that one index holds a project's people, or a
-- person's projects, in the order they are shown. role is a list, strongest first, separated by commas.
create table projectmembers (
  orgid ctext not null,
  projectid ctext not null,
  userid ctext not null,
  name ctext not null,
  projectname ctext not null,
  projectcreatedat bigint not null,
  role ctext not null,
  isowner smallint not null,
  isadmin smallint not null,
  joinedat bigint not null,
  foreign key (orgid, projectid) references projects (orgid, projectid),
  foreign key (orgid, userid) references orgmembers (orgid, userid)
);

create index projectmembers_name on projectmembers (orgid, projectid, name, userid);
create index projectmembers_admins on projectmembers (orgid, projectid, name, userid) where isadmin = 1;
create index projectmembers_owners on projectmembers (orgid, projectid, userid) where isowner = 1;
create index projectmembers_projectname on projectmembers (userid, orgid, projectname, projectid);
create index projectmembers_projectcreatedat on projectmembers (userid, orgid, projectcreatedat, projectid);
-- Last, as above.
create unique index projectmembers_key on projectmembers (orgid, projectid, userid);

create table projectmemberwords (
  orgid ctext not null,
  projectid ctext not null,
  word ctext not null,
  userid ctext not null,
  primary key (orgid, projectid, word, userid),
  foreign key (orgid, projectid, userid) references projectmembers (orgid, projectid, userid) on delete cascade
);

create index projectmemberwords_member on projectmemberwords (orgid, projectid, userid, word);
