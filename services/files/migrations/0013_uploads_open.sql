-- An upload that is no file yet keeps its room. looked: since the last request for it, somebody has looked whether all of it is there.
alter table uploads add column looked smallint not null default 0;

create index uploads_reserved on uploads (nsname, size, expiresat) where objid is null;
create index uploads_unlooked on uploads (expiresat, uploadid) where objid is null and looked = 0;
