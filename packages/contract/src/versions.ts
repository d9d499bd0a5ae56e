import * as z from 'zod'
import { call } from './call.ts'
import { contentHash, fsobject, objectid, versionno, writtenVersionno } from './file-fields.ts'

const read = { auth: 'file', permission: 'file.read' } as const

/** Of each file this many earlier versions are kept, the newest. */
export const mostVersions = 100

const version = z.strictObject({
  versionno: z.number(),
  size: z.number(),
  mediatype: z.string(),
  sha256: z.string(),
  createdat: z.number(),
  createdby: z.string(),
  /** Whether it is what the file holds now. */
  current: z.boolean(),
})

export const listVersions = call({
  ...read,
  name: 'listVersions',
  summary: `The versions of a file, the newest first: the current one and up to ${mostVersions} earlier ones.`,
  method: 'GET',
  path: '/file/versions',
  request: z.object({ objectid }),
  response: z.strictObject({ versions: z.array(version) }),
  errors: ['NOT_FOUND'],
})

export const addVersion = call({
  auth: 'file',
  permission: 'file.write',
  name: 'addVersion',
  summary:
    'Save a new version of a file, by its id. versionno is the version that the sender has changed: where the file has got another one since, nothing is saved. The same content again is no new version.',
  method: 'PUT',
  path: '/file/version/add',
  body: 'multipart',
  request: z.object({ objectid, versionno: writtenVersionno, sha256: contentHash.optional() }),
  response: z.strictObject({ fsobject, versionno: z.number() }),
  errors: ['NOT_FOUND', 'VERSION_CHANGED', 'QUOTA_FULL', 'CHECKSUM_WRONG', 'STORAGE_FULL', 'STORAGE_DOWN'],
})

export const restoreVersion = call({
  auth: 'file',
  permission: 'file.write',
  name: 'restoreVersion',
  summary: 'Make an earlier version the newest. What the file holds now becomes an earlier version.',
  method: 'POST',
  path: '/file/version/restore',
  request: z.object({ objectid, versionno }),
  response: z.strictObject({ fsobject }),
  errors: ['NOT_FOUND', 'QUOTA_FULL'],
})

export const downloadVersion = call({
  ...read,
  name: 'downloadVersion',
  summary: "A version's bytes, as from /file/download.",
  method: 'GET',
  path: '/file/version/download',
  request: z.object({
    objectid,
    versionno: writtenVersionno,
    disposition: z.enum(['attachment', 'inline']).default('attachment'),
  }),
  response: 'application/octet-stream',
  errors: ['NOT_FOUND', 'CONTENT_OTHER', 'RANGE_WRONG', 'STORAGE_DOWN'],
})
