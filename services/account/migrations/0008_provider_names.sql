-- What the provider called the account when it was connected, so that its owner knows which one it is.
alter table identities add column label ctext not null default '';

-- One account at a provider for each user.
create unique index identities_user_provider on identities (userid, provider);
drop index identities_userid;
