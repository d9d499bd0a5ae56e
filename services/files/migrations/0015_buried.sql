-- buried: it is below something in the trash, as far as is known; that is written down a moment later (files.bury). Neither that nor
-- what is in the trash itself is in the indexes that a search reads, however much there is of it.
alter table entries add column buried smallint not null default 0;

drop index entries_search;
create index entries_search on entries (nsname, searchname, objid) where trashedat is null and buried = 0;
drop index entries_recent;
create index entries_recent on entries (nsname, modifiedat, objid) where objtype = 2 and trashedat is null and buried = 0;
