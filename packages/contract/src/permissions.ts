/** The roles, strongest first, each with the sentence that the role pickers show. */
export const orgRoles = [
  { role: 'Owner', info: 'Everything: roles, members, settings, and deleting the organisation.' },
  { role: 'Admin', info: 'Invites people, manages invites, and sees every project.' },
  { role: 'Member', info: 'Creates projects, and works in those they belong to.' },
] as const

const projectRoles = [
  { role: 'owner', info: 'Everything in the project, its name and its deletion included.' },
  { role: 'admin', info: 'Manages members, roles and stores.' },
  { role: 'member', info: 'Works with everything in the project.' },
  { role: 'viewer', info: 'Reads everything, changes nothing.' },
] as const

export type OrgRole = (typeof orgRoles)[number]['role']
export type ProjectRole = (typeof projectRoles)[number]['role']

/**
 * Who may do what. The server decides by this table, the web app shows by it, and a test runs every call as every role.
 * Owners and Admins of an organisation act in each of its projects as the named project roles do.
 */
export const permissions = {
  'org.read': { scope: 'org', roles: ['Owner', 'Admin', 'Member'] },
  'org.leave': { scope: 'org', roles: ['Owner', 'Admin', 'Member'] },
  'org.users.read': { scope: 'org', roles: ['Owner', 'Admin'] },
  'org.users.manage': { scope: 'org', roles: ['Owner'] },
  'org.invite': { scope: 'org', roles: ['Owner', 'Admin'] },
  'org.edit': { scope: 'org', roles: ['Owner'] },
  'org.delete': { scope: 'org', roles: ['Owner'] },
  'org.audit': { scope: 'org', roles: ['Owner'] },
} as const satisfies Record<
  string,
  { scope: 'org'; roles: readonly OrgRole[] } | { scope: 'project'; roles: readonly ProjectRole[] }
>

export type Permission = keyof typeof permissions

/** A permission is given where any of the caller's roles in its scope is named for it. */
export function may(roles: readonly string[], permission: Permission): boolean {
  const allowed: readonly string[] = permissions[permission].roles
  return roles.some(role => allowed.includes(role))
}

const strength = (roles: readonly string[]) =>
  Math.min(...roles.map(role => orgRoles.findIndex(known => known.role === role)).filter(place => place >= 0))

/** Nobody grants, or takes away, a role above their own. */
export const mayGrant = (own: readonly OrgRole[], granted: readonly OrgRole[]) => strength(own) <= strength(granted)
