-- A person. email is kept in lower case. passwordhash is null for somebody who only ever signs in through a provider.
create table users (
  userid ctext primary key,
  name ctext not null,
  email ctext not null,
  emailverified smallint not null default 0,
  passwordhash ctext,
  ssotype ctext not null,
  notifications smallint not null default 1,
  createdat bigint not null
);

create unique index users_email on users (email);

-- What is handed out once and works once: links in mails, and the steps of a sign-in that takes more than one.
-- Only the hash is kept. A kind cannot be used for another.
create table tickets (
  tickethash ctext primary key,
  kind ctext not null,
  userid ctext,
  data ctext not null,
  expiresat bigint not null
);

create index tickets_expiresat on tickets (expiresat);
create index tickets_userid on tickets (userid, kind);
