import * as z from 'zod'
import { call } from './call.ts'
import { orgid, userid } from './fields.ts'

/** What is written down, as noun.verb. */
export const auditActions = [
  'org.create',
  'org.rename',
  'org.describe',
  'org.twofactor',
  'org.transfer',
  'org.delete',
  'org.restore',
  'user.roles',
  'user.remove',
  'user.leave',
  'invite.send',
  'invite.resend',
  'invite.cancel',
  'invite.accept',
  'invite.decline',
  'project.create',
  'project.rename',
  'project.describe',
  'project.delete',
  'project.restore',
  'project.user.add',
  'project.user.roles',
  'project.user.remove',
  'project.user.leave',
  'filestore.create',
  'filestore.rename',
  'filestore.quota',
  'filestore.access',
  'filestore.delete',
  'filestore.restore',
] as const

/** What an entry says besides who, what and to whom: the value that was set, or the roles before and after. */
const auditData = z.strictObject({
  orgname: z.string().optional(),
  projectid: z.string().optional(),
  projectname: z.string().optional(),
  fsname: z.string().optional(),
  /** In bytes. Not there where the limit was lifted. */
  quota: z.number().optional(),
  description: z.string().optional(),
  requiretwofactor: z.boolean().optional(),
  role: z.array(z.string()).optional(),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
})

const auditEntry = z.strictObject({
  id: z.number(),
  actorid: z.string(),
  action: z.enum(auditActions),
  target: z.string(),
  data: auditData,
  createdat: z.number(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = call({
  name: 'listAudit',
  summary:
    'Who did what in an organization, the newest first, by action or person if asked; or to whom or what, each in turn.',
  method: 'POST',
  path: '/orgs/audit/list',
  auth: 'token',
  permission: 'org.audit',
  scope: 'read',
  request: z.object({
    orgid,
    action: z.enum(auditActions).optional(),
    actorid: userid.optional(),
    /** The beginning of the user id, address, project id or filestore id that it was done to. */
    target: z.string().trim().toLowerCase().min(1).max(254).optional(),
    limit: z.number().int().min(1).max(500).default(50),
    cursor: z.string().max(500).optional(),
  }),
  response: z.strictObject({ entries: z.array(auditEntry), cursor: z.string().nullable() }),
  errors: [],
})
