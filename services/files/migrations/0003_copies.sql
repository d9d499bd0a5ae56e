-- The copy of a folder, made in the background below the namespace's copiesid and moved into its place once it is complete.
create table copies (
  jobid ctext primary key,
  nsname ctext not null,
  userid ctext not null,
  copyid ctext not null,
  parentid ctext not null,
  name ctext not null,
  state ctext not null,
  copied bigint not null,
  copiedbytes bigint not null,
  total bigint not null,
  updatedat bigint not null
);

create index copies_updatedat on copies (updatedat);

-- Folders of which a copy still has to take entries, from the one after aftername on.
create table copyfolders (
  id $autoid,
  jobid ctext not null,
  srcid ctext not null,
  dstid ctext not null,
  aftername ctext not null
);

create index copyfolders_jobid on copyfolders (jobid, id);
