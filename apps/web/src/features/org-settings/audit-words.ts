import type { AuditEntry } from '@plinth/contract/audit'

export const actionWords: Record<AuditEntry['action'], string> = {
  'org.create': 'Created the organization',
  'org.rename': 'Renamed the organization',
  'org.describe': 'Changed the description',
  'org.twofactor': 'Changed the two-factor rule',
  'org.transfer': 'Transferred ownership',
  'org.delete': 'Deleted the organization',
  'org.restore': 'Restored the organization',
  'user.roles': 'Changed roles',
  'user.remove': 'Removed a member',
  'user.leave': 'Left',
  'invite.send': 'Sent an invite',
  'invite.resend': 'Sent an invite again',
  'invite.cancel': 'Cancelled an invite',
  'invite.accept': 'Accepted an invite',
  'invite.decline': 'Declined an invite',
}

const words = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

/** What the entry says beyond who, what and to whom. */
export function detailOf({ action, data }: Pick<AuditEntry, 'action' | 'data'>): string {
  if ('before' in data && 'after' in data) return `${words(data.before)} → ${words(data.after)}`
  if (action === 'org.twofactor') return data.requiretwofactor ? 'required' : 'optional'
  return Object.values(data).map(words).join(', ')
}
