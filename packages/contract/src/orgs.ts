import * as z from 'zod'
import { call } from './call.ts'
import { line, orgid } from './fields.ts'
import { orgRoles } from './permissions.ts'

const orgmeta = z.strictObject({ description: z.string().optional() })

export const org = z.strictObject({
  orgid: z.string(),
  orgname: z.string(),
  orgmeta,
  role: z.array(z.enum(orgRoles.map(({ role }) => role))),
})
export type Org = z.output<typeof org>

export const createOrg = call({
  name: 'createOrg',
  summary: 'Create an organisation and become its Owner.',
  method: 'POST',
  path: '/orgs/create',
  auth: 'token',
  permission: 'self',
  request: z.object({
    orgid,
    orgname: line(2, 50, 'Please give an organization name.'),
    orgmeta: z.object({ description: line(0, 500, '').optional() }).default({}),
  }),
  response: z.strictObject({ orgid: z.string() }),
  errors: ['ORGID_TAKEN'],
})

export const listOrgs = call({
  name: 'listOrgs',
  summary: "The caller's organisations by name, 50 a page, with the caller's roles in each.",
  method: 'GET',
  path: '/orgs/list',
  auth: 'token',
  permission: 'self',
  request: z.object({ cursor: z.string().max(500).optional() }),
  response: z.strictObject({ orgs: z.array(org), cursor: z.string().nullable() }),
  errors: [],
})

export const isOrgidValid = call({
  name: 'isOrgidValid',
  summary: 'Whether an organisation id is well formed and free.',
  method: 'POST',
  path: '/orgs/isorgidvalid',
  auth: 'token',
  permission: 'self',
  // Any text is a fair question here: an ill-formed id is an answer, not an error.
  request: z.object({ orgid: z.string().max(200) }),
  response: z.strictObject({ valid: z.boolean() }),
  errors: [],
})
