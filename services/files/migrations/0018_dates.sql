-- A file can have the date that its sender names, as modifiedat. Then changedat says when it was written here; otherwise the two are
-- one, and it is null. An upload keeps the date until it is a file.
alter table entries add column changedat bigint;
alter table uploads add column lastmodified bigint;

drop index entries_recent;
create index entries_recent on entries (nsname, (coalesce(changedat, modifiedat)), objid)
  where objtype = 2 and trashedat is null and buried = 0;
