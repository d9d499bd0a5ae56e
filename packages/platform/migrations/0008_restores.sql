-- There is a row while a backup is brought back. A process does not serve until it is gone.
create table restores (
  id smallint primary key,
  startedat bigint not null
);
