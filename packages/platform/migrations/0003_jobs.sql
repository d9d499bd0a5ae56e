-- Work to do after a commit. A job that is being done has its dueat moved past the end of its lease, so that it becomes
-- due again by itself if its node dies. gaveupat is set when the last attempt failed. A recurring job has its kind as
-- recurring, is there once, and is never deleted.
create table jobs (
  id ctext primary key,
  kind ctext not null,
  payload ctext not null,
  dueat bigint not null,
  attempts integer not null default 0,
  lasterror ctext,
  gaveupat bigint,
  recurring ctext
);

create index jobs_due on jobs (dueat, id) where gaveupat is null;
create index jobs_gaveupat on jobs (gaveupat) where gaveupat is not null;
create unique index jobs_recurring on jobs (recurring) where recurring is not null;
