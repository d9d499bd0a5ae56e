import * as z from 'zod'
import { call } from './call.ts'
import { cursor, filename, objectid, writtenLastmodified } from './file-fields.ts'

const share = { auth: 'file', permission: 'file.share' } as const
const anyone = { auth: 'none', permission: 'anyone' } as const

/** Where the page of a link is. */
export const sharePath = (token: string) => `/s/${token}`

const shareKinds = ['download', 'upload'] as const

const shareid = z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of a link.')
const password = z.string().max(200, 'Use at most 200 characters.')

const shareFields = z.strictObject({
  shareid: z.string(),
  objid: z.string(),
  objtype: z.union([z.literal(1), z.literal(2)]),
  objname: z.string(),
  kind: z.enum(shareKinds),
  haspassword: z.boolean(),
  expiresat: z.number().nullable(),
  downloadlimit: z.number().nullable(),
  downloads: z.number(),
  createdby: z.string(),
  createdat: z.number(),
})
export type Share = z.output<typeof shareFields>

export const createShare = call({
  ...share,
  name: 'createShare',
  summary:
    'Create a link to a file or a folder for people without an account. Its address is told this once: only a hash of it is kept. A link of kind upload lets people add files to a folder and see nothing.',
  method: 'PUT',
  path: '/share/create',
  request: z.object({
    objectid,
    kind: z.enum(shareKinds).default('download'),
    expiresat: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable().default(null),
    password: password.min(1, 'Password cannot be empty').nullable().default(null),
    downloadlimit: z
      .number()
      .int('Enter a whole number.')
      .min(1, 'Enter at least 1.')
      .max(1_000_000, 'Enter at most 1000000.')
      .nullable()
      .default(null),
  }),
  response: z.strictObject({ share: shareFields, path: z.string() }),
  errors: ['NOT_FOUND'],
})

export const listShares = call({
  ...share,
  name: 'listShares',
  summary: 'The links of the filestore, or of one file or folder, the newest first, in pages.',
  method: 'GET',
  path: '/share/list',
  request: z.object({ objectid: objectid.optional(), cursor }),
  response: z.strictObject({ shares: z.array(shareFields), cursor: z.string().nullable() }),
  errors: [],
})

export const revokeShare = call({
  ...share,
  name: 'revokeShare',
  summary: 'End a link. It is dead from that moment.',
  method: 'DELETE',
  path: '/share/revoke',
  request: z.object({ shareid }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})

/** What a link is held by, and what its password was exchanged for. */
const held = {
  token: z.string().regex(/^[\w-]{1,100}$/, 'This is not a link.'),
  pass: z.string().max(2_000).optional(),
}

/** What strangers are told of a file or a folder: nothing of who made it. */
const sharedObject = z.strictObject({
  objtype: z.union([z.literal(1), z.literal(2)]),
  objid: z.string(),
  objname: z.string(),
  size: z.number(),
  filecount: z.number().nullable(),
  mediatype: z.string().nullable(),
  modifiedat: z.number(),
})
export type SharedObject = z.output<typeof sharedObject>

export const shareInfo = call({
  ...anyone,
  name: 'shareInfo',
  summary: 'What a link is to. Of a link for uploads the folder is named and nothing more.',
  method: 'POST',
  path: '/share/info',
  request: z.object(held),
  response: z.strictObject({
    kind: z.enum(shareKinds),
    objname: z.string(),
    fsobject: sharedObject.nullable(),
    expiresat: z.number().nullable(),
    /** How many downloads are left, null for any number. */
    left: z.number().nullable(),
  }),
  errors: ['SHARE_DEAD', 'SHARE_PASSWORD'],
})

export const unlockShare = call({
  ...anyone,
  name: 'unlockShare',
  summary: "Exchange a link's password for a pass that serves for an hour.",
  method: 'POST',
  path: '/share/unlock',
  request: z.object({ token: held.token, password: password.min(1, 'Password cannot be empty') }),
  response: z.strictObject({ pass: z.string(), expiresat: z.number() }),
  errors: ['SHARE_DEAD', 'SHARE_PASSWORD_WRONG'],
})

export const listShared = call({
  ...anyone,
  name: 'listShared',
  summary: 'What a shared folder, or one below it, holds: every folder with the first page, and 50 files a page.',
  method: 'POST',
  path: '/share/entries',
  request: z.object({ ...held, objectid: objectid.optional(), cursor }),
  response: z.strictObject({
    /** From the shared folder down to the one that is listed. */
    steps: z.array(z.strictObject({ objid: z.string(), objname: z.string() })),
    fsobjects: z.array(sharedObject),
    cursor: z.string().nullable(),
  }),
  errors: ['SHARE_DEAD', 'SHARE_PASSWORD', 'NOT_FOUND'],
})

export const downloadShared = call({
  ...anyone,
  name: 'downloadShared',
  summary:
    'The bytes of a shared file, or of one below a shared folder, as from /file/download. It counts as a download. Of a link with a limit a file is sent whole, never in parts.',
  method: 'GET',
  path: '/share/download',
  request: z.object({ ...held, objectid: objectid.optional() }),
  response: 'application/octet-stream',
  errors: ['SHARE_DEAD', 'SHARE_PASSWORD', 'SHARE_LIMIT', 'NOT_FOUND', 'CONTENT_OTHER', 'RANGE_WRONG', 'STORAGE_DOWN'],
})

export const zipShared = call({
  ...anyone,
  name: 'zipShared',
  summary: 'A shared folder, or one below it, as a zip archive, as from /dir/download. It counts as one download.',
  method: 'GET',
  path: '/share/zip',
  request: z.object({ ...held, objectid: objectid.optional() }),
  response: 'application/zip',
  errors: ['SHARE_DEAD', 'SHARE_PASSWORD', 'SHARE_LIMIT', 'NOT_FOUND'],
})

export const uploadShared = call({
  ...anyone,
  name: 'uploadShared',
  summary:
    'Add a file to a folder by a link for uploads. The fields come before the file. A name that is taken gets a number; nothing is ever replaced. lastmodified is as in /file/upload.',
  method: 'PUT',
  path: '/share/upload',
  body: 'multipart',
  request: z.object({ ...held, filename, lastmodified: writtenLastmodified.optional() }),
  response: z.strictObject({ objname: z.string(), size: z.number() }),
  errors: ['SHARE_DEAD', 'SHARE_PASSWORD', 'NOT_FOUND', 'NAME_TAKEN', 'QUOTA_FULL', 'STORAGE_FULL', 'STORAGE_DOWN'],
})
