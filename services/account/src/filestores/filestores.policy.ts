import { type FileLevel, levelOf, may, type ProjectRole } from '@plinth/contract/permissions'

/** Owners and admins of a project are admins of its filestores; nothing set by hand changes that. */
export const hasLevelFromRole = (roles: readonly ProjectRole[]) => may(roles, 'filestore.manage')

/** What somebody may in a filestore, by their effective roles in the project, strongest first, and what was set by hand. */
export function levelIn(roles: readonly ProjectRole[], setByHand: FileLevel | null): FileLevel {
  const fromRole = levelOf[roles[0] ?? 'viewer']
  return hasLevelFromRole(roles) ? fromRole : (setByHand ?? fromRole)
}
