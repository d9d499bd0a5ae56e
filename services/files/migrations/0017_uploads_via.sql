-- Through which session or access token the last bytes came, where that is known. Once it has ended, the upload becomes a file
-- only when its person comes for it.
alter table uploads add column via ctext not null default '';
