import * as z from 'zod'
import { call } from './call.ts'
import { line, orgid, userid } from './fields.ts'
import { orgRoles } from './permissions.ts'

const orgname = line(2, 50, 'Please give an organization name.')
const orgmeta = z.strictObject({ description: z.string().optional() })

const role = z.array(z.enum(orgRoles.map(({ role }) => role)))

const org = z.strictObject({
  orgid: z.string(),
  orgname: z.string(),
  orgmeta,
  role,
})
export type Org = z.output<typeof org>

export const createOrg = call({
  name: 'createOrg',
  summary: 'Create an organization and become its Owner.',
  method: 'POST',
  path: '/orgs/create',
  auth: 'token',
  permission: 'self',
  scope: 'write',
  request: z.object({
    orgid,
    orgname,
    orgmeta: z.object({ description: line(0, 500, '').optional() }).default({}),
  }),
  response: z.strictObject({ orgid: z.string() }),
  errors: ['ORGID_TAKEN'],
})

export const listOrgs = call({
  name: 'listOrgs',
  summary: "The caller's organizations by name, 50 a page, with the caller's roles in each.",
  method: 'GET',
  path: '/orgs/list',
  auth: 'token',
  permission: 'self',
  scope: 'read',
  request: z.object({ cursor: z.string().max(500).optional() }),
  response: z.strictObject({ orgs: z.array(org), cursor: z.string().nullable() }),
  errors: [],
})

export const isOrgidValid = call({
  name: 'isOrgidValid',
  summary: 'Whether an organization id is well formed and free.',
  method: 'POST',
  path: '/orgs/isorgidvalid',
  auth: 'token',
  permission: 'self',
  scope: 'read',
  // Any text is a fair question here: an ill-formed id is an answer, not an error.
  request: z.object({ orgid: z.string().max(200) }),
  response: z.strictObject({ valid: z.boolean() }),
  errors: [],
})

export const orgRolesInfo = call({
  name: 'orgRolesInfo',
  summary: 'The roles in an organization, strongest first, each with what it may do.',
  method: 'GET',
  path: '/orgs/rolesinfo',
  auth: 'token',
  permission: 'self',
  scope: 'read',
  request: z.object({}),
  response: z.strictObject({ roles: z.array(z.strictObject({ role: z.string(), info: z.string() })) }),
  errors: [],
})

export const editOrgName = call({
  name: 'editOrgName',
  summary: 'Give an organization another name.',
  method: 'POST',
  path: '/orgs/edit/name',
  auth: 'token',
  permission: 'org.edit',
  scope: 'write',
  request: z.object({ orgid, orgname: line(2, 50, 'Orgname must be at least 2 characters.') }),
  response: z.strictObject({ orgid: z.string(), orgname: z.string() }),
  errors: [],
})

export const editOrgMeta = call({
  name: 'editOrgMeta',
  summary: 'Change the description of an organization.',
  method: 'POST',
  path: '/orgs/edit/meta',
  auth: 'token',
  permission: 'org.edit',
  scope: 'write',
  request: z.object({ orgid, orgmeta: z.object({ description: line(0, 500, '') }) }),
  response: z.strictObject({ orgid: z.string(), orgmeta }),
  errors: [],
})

export const leaveOrg = call({
  name: 'leaveOrg',
  summary: 'Leave an organization.',
  method: 'POST',
  path: '/orgs/user/leave',
  auth: 'token',
  permission: 'org.leave',
  request: z.object({ orgid }),
  response: z.strictObject({}),
  errors: ['LAST_OWNER'],
  errMsg: true,
})

export const orgInfo = call({
  name: 'orgInfo',
  summary: 'The settings of an organization.',
  method: 'POST',
  path: '/orgs/info',
  auth: 'token',
  permission: 'org.read',
  scope: 'read',
  request: z.object({ orgid }),
  response: z.strictObject({
    orgid: z.string(),
    orgname: z.string(),
    orgmeta,
    membercount: z.number(),
    requiretwofactor: z.boolean(),
    createdat: z.number(),
  }),
  errors: [],
})

export const requireTwoFactor = call({
  name: 'requireTwoFactor',
  summary: 'Require two-factor sign-in of every member. Whoever has none is kept out until they turn it on.',
  method: 'POST',
  path: '/orgs/edit/twofactor',
  auth: 'token',
  permission: 'org.edit',
  request: z.object({ orgid, requiretwofactor: z.boolean() }),
  response: z.strictObject({ orgid: z.string(), requiretwofactor: z.boolean() }),
  errors: ['TWO_FACTOR_OFF'],
})

export const transferOrg = call({
  name: 'transferOrg',
  summary: 'Make another member the Owner in place of the caller, who becomes an Admin.',
  method: 'POST',
  path: '/orgs/transfer',
  auth: 'token',
  permission: 'org.delete',
  request: z.object({ orgid, userid }),
  response: z.strictObject({}),
  errors: [],
})

export const deleteOrg = call({
  name: 'deleteOrg',
  summary: 'Hide an organization from everybody at once. It can be restored for 30 days, then it is gone.',
  method: 'POST',
  path: '/orgs/delete',
  auth: 'token',
  permission: 'org.delete',
  request: z.object({ orgid }),
  response: z.strictObject({}),
  errors: [],
})

export const listDeletedOrgs = call({
  name: 'listDeletedOrgs',
  summary: 'Deleted organizations that the caller can restore, as their Owner.',
  method: 'GET',
  path: '/orgs/deleted',
  auth: 'token',
  permission: 'self',
  request: z.object({}),
  response: z.strictObject({
    orgs: z.array(
      z.strictObject({ orgid: z.string(), orgname: z.string(), deletedat: z.number(), purgedat: z.number() }),
    ),
  }),
  errors: [],
})

export const restoreOrg = call({
  name: 'restoreOrg',
  summary: 'Bring a deleted organization back as it was.',
  method: 'POST',
  path: '/orgs/restore',
  auth: 'token',
  permission: 'self',
  request: z.object({ orgid }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})
