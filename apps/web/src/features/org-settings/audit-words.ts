import type { AuditEntry } from '@plinth/contract/audit'
import { bytes } from '../../lib/bytes.ts'

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
  'project.create': 'Created a project',
  'project.rename': 'Renamed a project',
  'project.describe': 'Changed a project’s description',
  'project.delete': 'Deleted a project',
  'project.restore': 'Restored a project',
  'project.user.add': 'Added somebody to a project',
  'project.user.roles': 'Changed roles in a project',
  'project.user.remove': 'Removed somebody from a project',
  'project.user.leave': 'Left a project',
  'filestore.create': 'Created a filestore',
  'filestore.rename': 'Renamed a filestore',
  'filestore.quota': 'Changed how much a filestore may hold',
  'filestore.access': 'Changed somebody’s level in a filestore',
  'filestore.delete': 'Deleted a filestore',
  'filestore.restore': 'Restored a filestore',
}

const words = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

/** What the entry says beyond who, what and to whom. */
export function detailOf({ action, data }: Pick<AuditEntry, 'action' | 'data'>): string {
  if ('before' in data && 'after' in data) return `${words(data.before)} → ${words(data.after)}`
  if (action === 'org.twofactor') return data.requiretwofactor ? 'required' : 'optional'
  if (action === 'filestore.quota')
    return `${data.fsname}: ${data.quota === undefined ? 'no limit' : bytes(data.quota)}`
  return Object.values(data).map(words).join(', ')
}
