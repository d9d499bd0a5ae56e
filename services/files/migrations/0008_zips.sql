-- What was chosen to be fetched as one archive, for the minute in which that begins. objids has commas between.
create table ziptickets (
  ticketid ctext primary key,
  nsname ctext not null,
  objids ctext not null,
  expiresat bigint not null
);

create index ziptickets_expiresat on ziptickets (expiresat);
