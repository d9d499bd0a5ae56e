-- What was done to one thing, the newest first.
create index audit_target on audit (orgid, target, id desc);
