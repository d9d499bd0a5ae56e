/** The roles, strongest first, each with the sentence that the role pickers show. */
export const orgRoles = [
  { role: 'Owner', info: 'Everything: roles, members, settings, and deleting the organization.' },
  { role: 'Admin', info: 'Invites people, manages invites, and sees every project.' },
  { role: 'Member', info: 'Creates projects, and works in those they belong to.' },
] as const

export const projectRoles = [
  { role: 'owner', info: 'Everything in the project, its name and its deletion included.' },
  { role: 'admin', info: 'Manages members, roles and stores.' },
  { role: 'member', info: 'Works with everything in the project.' },
  { role: 'viewer', info: 'Reads everything, changes nothing.' },
] as const

/** What somebody may do in one filestore, strongest first. */
export const fileLevels = [
  { level: 'admin', info: 'Everything in the filestore, sharing and emptying the trash included.' },
  { level: 'editor', info: 'Adds, changes and deletes folders and files.' },
  { level: 'viewer', info: 'Reads and downloads, changes nothing.' },
] as const

export type FileLevel = (typeof fileLevels)[number]['level']
export type OrgRole = (typeof orgRoles)[number]['role']
export type ProjectRole = (typeof projectRoles)[number]['role']

/** What an organisation's Owners and Admins are in each of its projects, whether they belong to it or not. */
export const projectRoleOf: Partial<Record<OrgRole, ProjectRole>> = { Owner: 'owner', Admin: 'admin' }

/** Who may do what. The server decides by this table, the web app shows by it, and a test runs every call as every role. */
export const permissions = {
  'org.read': { scope: 'org', roles: ['Owner', 'Admin', 'Member'] },
  'org.leave': { scope: 'org', roles: ['Owner', 'Admin', 'Member'] },
  'org.users.read': { scope: 'org', roles: ['Owner', 'Admin'] },
  'org.users.manage': { scope: 'org', roles: ['Owner'] },
  'org.invite': { scope: 'org', roles: ['Owner', 'Admin'] },
  'org.edit': { scope: 'org', roles: ['Owner'] },
  'org.delete': { scope: 'org', roles: ['Owner'] },
  'org.audit': { scope: 'org', roles: ['Owner'] },
  'project.create': { scope: 'org', roles: ['Owner', 'Admin', 'Member'] },
  'project.read': { scope: 'project', roles: ['owner', 'admin', 'member', 'viewer'] },
  'project.leave': { scope: 'project', roles: ['owner', 'admin', 'member', 'viewer'] },
  'project.edit': { scope: 'project', roles: ['owner', 'admin'] },
  'project.rename': { scope: 'project', roles: ['owner'] },
  'project.users.manage': { scope: 'project', roles: ['owner', 'admin'] },
  'project.delete': { scope: 'project', roles: ['owner'] },
  'filestore.manage': { scope: 'project', roles: ['owner', 'admin'] },
  'file.read': { scope: 'file', roles: ['admin', 'editor', 'viewer'] },
  'file.write': { scope: 'file', roles: ['admin', 'editor'] },
  'file.share': { scope: 'file', roles: ['admin'] },
  'file.admin': { scope: 'file', roles: ['admin'] },
} as const satisfies Record<
  string,
  | { scope: 'org'; roles: readonly OrgRole[] }
  | { scope: 'project'; roles: readonly ProjectRole[] }
  | { scope: 'file'; roles: readonly FileLevel[] }
>

/** The level that a role in the project gives in each of its filestores. */
export const levelOf: Record<ProjectRole, FileLevel> = {
  owner: 'admin',
  admin: 'admin',
  member: 'editor',
  viewer: 'viewer',
}

export type Permission = keyof typeof permissions

/** A permission is given where any of the caller's roles in its scope is named for it. */
export function may(roles: readonly string[], permission: Permission): boolean {
  const allowed: readonly string[] = permissions[permission].roles
  return roles.some(role => allowed.includes(role))
}

/** Whether belonging there is enough. */
export const isForEveryRole = (permission: Permission) => {
  const { scope, roles } = permissions[permission]
  return roles.length === { org: orgRoles, project: projectRoles, file: fileLevels }[scope].length
}

type Known = readonly { role: string }[]

const strength = (known: Known, roles: readonly string[]) =>
  Math.min(...roles.map(role => known.findIndex(one => one.role === role)).filter(place => place >= 0))

/** Nobody grants, or takes away, a role above their own. */
export const mayGrant = (own: readonly OrgRole[], granted: readonly OrgRole[]) =>
  strength(orgRoles, own) <= strength(orgRoles, granted)

export const mayGrantInProject = (own: readonly ProjectRole[], granted: readonly ProjectRole[]) =>
  strength(projectRoles, own) <= strength(projectRoles, granted)
