-- Why a copy failed, by the code of the refusal.
alter table copies add column errcode ctext;
