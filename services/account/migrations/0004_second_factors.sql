-- The secret that an authenticator app shares with us. It counts once it is confirmed. laststep is the newest 30 seconds of
-- which a code was used: a code works once.
create table totps (
  userid ctext primary key references users (userid),
  secret ctext not null,
  confirmedat bigint,
  laststep bigint not null
);

-- Codes for the day the app is gone. Deleted when used.
create table recoverycodes (
  userid ctext not null references users (userid),
  codehash ctext not null,
  primary key (userid, codehash)
);

-- passkeyid is the credential's own id, publickey its COSE key, both in base64url. transports is a comma-separated list.
create table passkeys (
  passkeyid ctext primary key,
  userid ctext not null references users (userid),
  name ctext not null,
  publickey ctext not null,
  counter bigint not null,
  transports ctext not null,
  createdat bigint not null,
  lastusedat bigint
);

create index passkeys_userid on passkeys (userid, createdat);

-- The browsers in which somebody has signed in before. The token itself is in the browser's cookie only.
create table devices (
  devicehash ctext not null,
  userid ctext not null references users (userid),
  lastseenat bigint not null,
  primary key (devicehash, userid)
);

create index devices_userid on devices (userid);
create index devices_lastseenat on devices (lastseenat);
