-- What kind of thing an entry is, for those who look for one kind: 0 folders, 1 images, 2 documents, 3 audio, 4 video, 5 archives,
-- 6 all else. It follows from the media type, so nobody who writes an entry has to know of it.
alter table entries add column kind smallint generated always as (
  case
    when objtype = 1 then 0
    when mediatype like 'image/%' then 1
    when mediatype = 'video/mp2t' then 6
    when mediatype like 'audio/%' then 3
    when mediatype like 'video/%' then 4
    when mediatype like 'text/%' or mediatype like '%pdf' or mediatype like '%msword%' or mediatype like '%officedocument%'
      or mediatype like '%opendocument%' or mediatype like '%ms-excel%' or mediatype like '%ms-powerpoint%'
      or mediatype like '%rtf%' or mediatype like '%epub%' then 2
    when mediatype like '%zip%' or mediatype like '%x-tar%' or mediatype like '%7z%' or mediatype like '%rar'
      or mediatype like '%rar-compressed%' or mediatype like '%archive%' or mediatype like '%bzip%' or mediatype like '%x-xz%'
      or mediatype like '%zstd%' then 5
    else 6
  end
) $computed;

create index entries_by_kind on entries (parentid, kind);
create index entries_by_person on entries (parentid, modifiedby);
