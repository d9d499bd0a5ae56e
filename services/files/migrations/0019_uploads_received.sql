-- How many bytes of an upload are here. Where nothing has come for a while, only these count against the room that is left.
-- Of those that are under way now, all that was announced counts as before.
alter table uploads add column received bigint not null default 0;
update uploads set received = size where objid is null;
