-- While there is a row that has not expired, no content is swept: somebody copies all contents of one moment, and that takes a while.
-- expiresat is for those who died while at it.
create table sweepholds (
  holdid ctext primary key,
  expiresat bigint not null
);
