-- Who somebody is at a provider of single sign-on. The subject is the provider's own name for a person: an address can
-- pass on to somebody else, a subject cannot. It is written before its user, so that whoever is here already is told that
-- rather than that their address is taken.
create table identities (
  provider ctext not null,
  subject ctext not null,
  userid ctext not null references users (userid) deferrable initially deferred,
  createdat bigint not null,
  primary key (provider, subject)
);

create index identities_userid on identities (userid);
