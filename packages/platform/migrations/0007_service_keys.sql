-- The key by which the services of this installation know each other. There is one, made at the first start.
create table servicekeys (
  keyid ctext primary key,
  publickey ctext not null,
  privatekey ctext not null,
  createdat bigint not null
);
