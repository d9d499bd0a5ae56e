-- In the order of who changed it, too, page by page, as in the other orders.
drop index entries_by_person;
create index entries_by_modifiedby on entries (parentid, objtype, modifiedby, objid);
