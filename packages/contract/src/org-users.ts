import * as z from 'zod'
import { call } from './call.ts'
import { orgid, userid } from './fields.ts'
import { orgRoles } from './permissions.ts'

/** One or more roles, each once. */
export const newRole = z
  .array(z.enum(orgRoles.map(({ role }) => role)))
  .min(1, 'You have to select at least one item.')
  .max(orgRoles.length)
  .refine(roles => new Set(roles).size === roles.length, 'Name each role once.')

const orgUser = z.strictObject({
  userid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.array(z.enum(orgRoles.map(({ role }) => role))),
  isexternal: z.boolean(),
  joinedat: z.number(),
  lastseenat: z.number().nullable(),
})
export type OrgUser = z.output<typeof orgUser>

export const orgUserSorts = ['name', '-name', 'joinedat', '-joinedat'] as const

export const listOrgUsers = call({
  name: 'listOrgUsers',
  summary: 'The members of an organization: sorted, searched by the beginning of user id, name or address, in pages.',
  method: 'POST',
  path: '/orgs/listusers',
  auth: 'token',
  permission: 'org.users.read',
  scope: 'read',
  request: z.object({
    orgid,
    isexternal: z.boolean().optional(),
    search: z.string().trim().max(100).optional(),
    sort: z.enum(orgUserSorts).default('name'),
    limit: z.number().int().min(1).max(100).default(10),
    cursor: z.string().max(500).optional(),
  }),
  response: z.strictObject({ users: z.array(orgUser), cursor: z.string().nullable(), membercount: z.number() }),
  errors: [],
})

export const orgUserInfo = call({
  name: 'orgUserInfo',
  summary: 'One member of an organization.',
  method: 'POST',
  path: '/orgs/user/info',
  auth: 'token',
  permission: 'org.users.read',
  scope: 'read',
  request: z.object({ orgid, userid }),
  response: orgUser,
  errors: [],
})

export const replaceOrgRoles = call({
  name: 'replaceOrgRoles',
  summary: "Replace a member's roles.",
  method: 'POST',
  path: '/orgs/user/role/replace',
  auth: 'token',
  permission: 'org.users.manage',
  scope: 'write',
  request: z.object({ orgid, userid, role: newRole }),
  response: z.strictObject({ userid: z.string(), role: newRole }),
  errors: ['LAST_OWNER'],
})

export const removeOrgUser = call({
  name: 'removeOrgUser',
  summary: 'Remove a member from the organization.',
  method: 'POST',
  path: '/orgs/user/remove',
  auth: 'token',
  permission: 'org.users.manage',
  scope: 'write',
  request: z.object({ orgid, userid }),
  response: z.strictObject({}),
  errors: ['LAST_OWNER'],
})
