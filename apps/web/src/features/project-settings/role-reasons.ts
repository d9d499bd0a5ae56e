import { mayGrantInProject, type ProjectRole, projectRoles } from '@plinth/contract/permissions'

export const isProjectRole = (text: string): text is ProjectRole => projectRoles.some(({ role }) => role === text)

/** Why the user can neither grant nor take away the role. */
export const roleRefused = (own: readonly ProjectRole[], role: string): string | undefined =>
  isProjectRole(role) && !mayGrantInProject(own, [role]) ? 'It is above your own role.' : undefined

/** Why the user can change nothing about the member. */
export const memberRefused = (own: readonly ProjectRole[], roles: readonly ProjectRole[]): string | undefined =>
  roles.length > 0 && !mayGrantInProject(own, roles) ? 'Their role is above your own.' : undefined
