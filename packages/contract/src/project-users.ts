import * as z from 'zod'
import { call } from './call.ts'
import { orgid, projectid, userid } from './fields.ts'
import { projectRoles } from './permissions.ts'

const roles = z.array(z.enum(projectRoles.map(({ role }) => role)))

/** One or more roles, each once. */
export const newProjectRole = roles
  .min(1, 'You have to select at least one item.')
  .max(projectRoles.length)
  .refine(chosen => new Set(chosen).size === chosen.length, 'Name each role once.')

const projectUser = z.strictObject({
  userid: z.string(),
  name: z.string(),
  role: roles,
  joinedat: z.number(),
})
export type ProjectUser = z.output<typeof projectUser>

const page = {
  search: z.string().trim().max(100).optional(),
  limit: z.number().int().min(1).max(100).default(10),
  cursor: z.string().max(500).optional(),
}

export const projectRolesInfo = call({
  name: 'projectRolesInfo',
  summary: 'The roles in a project, strongest first, each with what it may do.',
  method: 'GET',
  path: '/project/rolesinfo',
  auth: 'token',
  permission: 'org.read',
  scope: 'read',
  request: z.object({ orgid }),
  response: z.strictObject({ roles: z.array(z.strictObject({ role: z.string(), info: z.string() })) }),
  errors: [],
})

export const listProjectUsers = call({
  name: 'listProjectUsers',
  summary: 'The members of a project by name, searched by the beginning of user id or name, in pages.',
  method: 'POST',
  path: '/project/listusers',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object({ orgid, projectid, ...page }),
  response: z.strictObject({ users: z.array(projectUser), cursor: z.string().nullable(), membercount: z.number() }),
  errors: [],
})

export const listProjectAdmins = call({
  name: 'listProjectAdmins',
  summary: 'The owners and admins of a project by name, in pages.',
  method: 'POST',
  path: '/project/list/admins',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object({ orgid, projectid, limit: page.limit, cursor: page.cursor }),
  response: z.strictObject({ admins: z.array(projectUser), cursor: z.string().nullable() }),
  errors: [],
})

export const listProjectCandidates = call({
  name: 'listProjectCandidates',
  summary: "The organization's people for whoever adds members to a project, each with whether they are in it already.",
  method: 'POST',
  path: '/project/list/org/users',
  auth: 'token',
  permission: 'project.users.manage',
  scope: 'read',
  request: z.object({ orgid, projectid, isexternal: z.boolean().optional(), ...page }),
  response: z.strictObject({
    users: z.array(
      z.strictObject({ userid: z.string(), name: z.string(), isexternal: z.boolean(), ismember: z.boolean() }),
    ),
    cursor: z.string().nullable(),
  }),
  errors: [],
})

export const addProjectUser = call({
  name: 'addProjectUser',
  summary: 'Add somebody of the organization to a project.',
  method: 'POST',
  path: '/project/adduser',
  auth: 'token',
  permission: 'project.users.manage',
  scope: 'write',
  request: z.object({ orgid, projectid, userid, role: newProjectRole.default(['member']) }),
  response: projectUser,
  errors: ['ALREADY_IN_PROJECT', 'NOT_IN_ORG', 'ROLE_ABOVE_OWN'],
})

export const replaceProjectRoles = call({
  name: 'replaceProjectRoles',
  summary: "Replace a project member's roles.",
  method: 'POST',
  path: '/project/user/role/replace',
  auth: 'token',
  permission: 'project.users.manage',
  scope: 'write',
  request: z.object({ orgid, projectid, userid, role: newProjectRole }),
  response: z.strictObject({ userid: z.string(), role: roles }),
  errors: ['LAST_PROJECT_OWNER', 'ROLE_ABOVE_OWN'],
})

export const removeProjectUser = call({
  name: 'removeProjectUser',
  summary: 'Remove a member from a project.',
  method: 'POST',
  path: '/project/removeuser',
  auth: 'token',
  permission: 'project.users.manage',
  scope: 'write',
  request: z.object({ orgid, projectid, userid }),
  response: z.strictObject({}),
  errors: ['LAST_PROJECT_OWNER', 'ROLE_ABOVE_OWN'],
})

export const addProjectAdmin = call({
  name: 'addProjectAdmin',
  summary: 'Make somebody of the organization an admin of a project, whether they belong to it yet or not.',
  method: 'POST',
  path: '/project/create/admin',
  auth: 'token',
  permission: 'project.users.manage',
  scope: 'write',
  request: z.object({ orgid, projectid, userid }),
  response: projectUser,
  errors: ['NOT_IN_ORG'],
})

export const removeProjectAdmin = call({
  name: 'removeProjectAdmin',
  summary: 'Remove an owner or admin from a project.',
  method: 'POST',
  path: '/project/remove/admin',
  auth: 'token',
  permission: 'project.users.manage',
  scope: 'write',
  request: z.object({ orgid, projectid, userid }),
  response: z.strictObject({}),
  errors: ['LAST_PROJECT_OWNER', 'ROLE_ABOVE_OWN'],
})

export const leaveProject = call({
  name: 'leaveProject',
  summary: 'Leave a project.',
  method: 'POST',
  path: '/project/leave',
  auth: 'token',
  permission: 'project.leave',
  request: z.object({ orgid, projectid }),
  response: z.strictObject({}),
  errors: ['LAST_PROJECT_OWNER'],
})
