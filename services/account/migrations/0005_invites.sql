-- An invite to a user (userid) or to an address (email). status is pending until it is answered, cancelled or found expired.
create table invites (
  inviteid ctext primary key,
  orgid ctext not null references orgs (orgid),
  isexternal smallint not null,
  userid ctext references users (userid),
  email ctext,
  role ctext not null,
  invitedby ctext not null,
  status ctext not null,
  createdat bigint not null,
  expiresat bigint not null,
  answeredat bigint
);

create unique index invites_pending_user on invites (orgid, userid) where status = 'pending' and userid is not null;
create unique index invites_pending_email on invites (orgid, email) where status = 'pending' and email is not null;
create index invites_pending on invites (orgid, isexternal, createdat, inviteid) where status = 'pending';
create index invites_history on invites (orgid, isexternal, createdat, inviteid) where status <> 'pending';
create index invites_to_user on invites (userid, createdat) where status = 'pending';
create index invites_to_email on invites (email, createdat) where status = 'pending';
create index invites_expiry on invites (expiresat) where status = 'pending';

-- The secrets of an invite's links. There can be several: one in the mail, others that were copied.
create table invitetokens (
  tokenhash ctext primary key,
  inviteid ctext not null references invites (inviteid) on delete cascade
);

create index invitetokens_inviteid on invitetokens (inviteid);
