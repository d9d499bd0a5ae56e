import * as z from 'zod'
import { call } from './call.ts'
import { line, orgid, projectid, userid } from './fields.ts'
import { fileLevels } from './permissions.ts'

const fsid = z.string().min(1, 'Filestore id cannot be empty').max(50)

/** The name is part of the address at which people mount the filestore, where `.` and `..` would lead elsewhere. */
const fsname = line(1, 50, 'Please give a filestore name')
  .regex(/^[^/\\?#%]+$/, 'A filestore name cannot contain / \\ ? # or %.')
  .refine(name => name !== '.' && name !== '..', 'A filestore cannot be called . or ..')
const level = z.enum(fileLevels.map(({ level }) => level))

const filestore = z.strictObject({
  fsid: z.string(),
  fsname: z.string(),
  /** The caller's own. */
  level,
  /** How many bytes it may hold; null where there is no limit. */
  quota: z.number().nullable(),
  createdat: z.number(),
})
export type Filestore = z.output<typeof filestore>

const at = { orgid, projectid, fsid }

export const createFilestore = call({
  name: 'createFilestore',
  summary: 'Create a filestore in a project.',
  method: 'POST',
  path: '/filestore/create',
  auth: 'token',
  permission: 'filestore.manage',
  scope: 'write',
  request: z.object({ orgid, projectid, fsname }),
  response: z.strictObject({ fsid: z.string(), fsname: z.string() }),
  errors: ['FSNAME_TAKEN'],
})

export const listFilestores = call({
  name: 'listFilestores',
  summary:
    "A project's filestores by name, or the one with the given name or id, in pages, with the caller's level in each.",
  method: 'POST',
  path: '/filestore/list',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object({
    orgid,
    projectid,
    fsname: fsname.optional(),
    fsid: fsid.optional(),
    search: z.string().trim().max(100).optional(),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: z.string().max(500).optional(),
  }),
  response: z.strictObject({ filestores: z.array(filestore), cursor: z.string().nullable() }),
  errors: [],
})

export const filestoreToken = call({
  name: 'filestoreToken',
  summary:
    'A signed token for the file service: it names the filestore, the caller and their level, for 15 minutes, or until the session or access token ends that it was asked for with. Asked for with an access token that may only read, the level is viewer.',
  method: 'POST',
  path: '/filestore/token',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object(at),
  response: z.strictObject({ token: z.string(), level, expiresat: z.number() }),
  errors: [],
})

export const renameFilestore = call({
  name: 'renameFilestore',
  summary: 'Give a filestore another name.',
  method: 'POST',
  path: '/filestore/rename',
  auth: 'token',
  permission: 'filestore.manage',
  scope: 'write',
  request: z.object({ ...at, fsname }),
  response: z.strictObject({ fsid: z.string(), fsname: z.string() }),
  errors: ['FSNAME_TAKEN'],
})

export const setFilestoreQuota = call({
  name: 'setFilestoreQuota',
  summary: 'Limit what a filestore may hold, or lift the limit.',
  method: 'POST',
  path: '/filestore/quota',
  auth: 'token',
  permission: 'filestore.manage',
  scope: 'write',
  request: z.object({ ...at, quota: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable() }),
  response: z.strictObject({ fsid: z.string(), quota: z.number().nullable() }),
  errors: [],
})

export const deleteFilestore = call({
  name: 'deleteFilestore',
  summary: 'Hide a filestore from everybody at once. It can be restored for 30 days, then it and its files are gone.',
  method: 'POST',
  path: '/filestore/delete',
  auth: 'token',
  permission: 'filestore.manage',
  request: z.object(at),
  response: z.strictObject({}),
  errors: [],
})

export const listDeletedFilestores = call({
  name: 'listDeletedFilestores',
  summary: 'Deleted filestores of a project that can be restored, the newest first, in pages.',
  method: 'POST',
  path: '/filestore/deleted',
  auth: 'token',
  permission: 'filestore.manage',
  request: z.object({ orgid, projectid, cursor: z.string().max(500).optional() }),
  response: z.strictObject({
    filestores: z.array(
      z.strictObject({ fsid: z.string(), fsname: z.string(), deletedat: z.number(), purgedat: z.number() }),
    ),
    cursor: z.string().nullable(),
  }),
  errors: [],
})

export const restoreFilestore = call({
  name: 'restoreFilestore',
  summary: 'Bring a deleted filestore back as it was. If its name was taken meanwhile it gets another.',
  method: 'POST',
  path: '/filestore/restore',
  auth: 'token',
  permission: 'filestore.manage',
  request: z.object(at),
  response: z.strictObject({ fsid: z.string(), fsname: z.string() }),
  errors: [],
})

const access = z.strictObject({
  userid: z.string(),
  name: z.string(),
  level,
  /** Set for this filestore by hand, or what the role in the project gives. */
  isdefault: z.boolean(),
})
export type FilestoreAccess = z.output<typeof access>

export const listFilestoreAccess = call({
  name: 'listFilestoreAccess',
  summary: 'Who of a project can do what in a filestore, by name, searched as the members are, in pages.',
  method: 'POST',
  path: '/filestore/access/list',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object({
    ...at,
    search: z.string().trim().max(100).optional(),
    limit: z.number().int().min(1).max(100).default(10),
    cursor: z.string().max(500).optional(),
  }),
  response: z.strictObject({ users: z.array(access), cursor: z.string().nullable() }),
  errors: [],
})

export const setFilestoreAccess = call({
  name: 'setFilestoreAccess',
  summary: "Set a project member's level in a filestore, or go back to what their role gives.",
  method: 'POST',
  path: '/filestore/access/set',
  auth: 'token',
  permission: 'filestore.manage',
  scope: 'write',
  request: z.object({ ...at, userid, level: level.nullable() }),
  response: access,
  errors: ['LEVEL_FROM_ROLE'],
})

export const listMemberAccess = call({
  name: 'listMemberAccess',
  summary: "What one person of a project can do in each of its filestores, by the filestores' names, in pages.",
  method: 'POST',
  path: '/filestore/access/member',
  auth: 'token',
  permission: 'project.users.manage',
  scope: 'read',
  request: z.object({
    orgid,
    projectid,
    userid,
    limit: z.number().int().min(1).max(100).default(50),
    cursor: z.string().max(500).optional(),
  }),
  response: z.strictObject({
    filestores: z.array(
      z.strictObject({ fsid: z.string(), fsname: z.string(), level, isdefault: access.shape.isdefault }),
    ),
    cursor: z.string().nullable(),
  }),
  errors: [],
})
