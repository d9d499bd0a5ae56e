import type { Project } from '@plinth/contract/projects'
import { Badge } from '../../ui/Badge.tsx'

/** The strongest of the user's roles in the project: it is the one that counts. */
export function OwnRole({ role: [role] }: Pick<Project, 'role'>) {
  return role ? <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{role}</Badge> : null
}
