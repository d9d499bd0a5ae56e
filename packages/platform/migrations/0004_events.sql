-- What changed lately, for readers that follow along or come back after a break. The ids grow in the order of the commits.
create table events (
  id $autoid,
  topic ctext not null,
  event ctext not null,
  createdat bigint not null
);

create index events_topic on events (topic, id);
create index events_createdat on events (createdat);
