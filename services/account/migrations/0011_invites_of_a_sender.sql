-- Whoever loses the right to invite loses what they sent, and the links that they took (madeby; null in those from before this).
create index invites_sent on invites (orgid, invitedby) where status = 'pending';
alter table invitetokens add column madeby ctext;
create index invitetokens_made on invitetokens (madeby) where madeby is not null;
