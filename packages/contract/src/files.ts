import * as z from 'zod'
import { call } from './call.ts'
import {
  conflict,
  contentHash,
  cursor,
  dirpath,
  fileFilter,
  filename,
  filepath,
  foundObject,
  fsobject,
  lastmodified,
  meant,
  moved,
  objectid,
  oneObject,
  parentdirpath,
  relativePath,
  versionno,
  writtenLastmodified,
} from './file-fields.ts'

const read = { auth: 'file', permission: 'file.read' } as const
const write = { auth: 'file', permission: 'file.write' } as const

export const uploadFile = call({
  ...write,
  name: 'uploadFile',
  summary:
    'Upload a file. Fields before the file are looked at before its bytes are read. With conflict=replace the file of that name gets a new version. lastmodified is the date that it shows, in milliseconds; without one it is now.',
  method: 'PUT',
  path: '/file/upload',
  body: 'multipart',
  request: z.object({
    parentdirpath,
    filename,
    conflict,
    sha256: contentHash.optional(),
    lastmodified: writtenLastmodified.optional(),
  }),
  response: z.strictObject({ fsobject }),
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'QUOTA_FULL', 'CHECKSUM_WRONG', 'STORAGE_FULL', 'STORAGE_DOWN'],
})

/** Files up to this size can come several in one request, at most so many. */
export const smallFileBytes = 16 * 1024
export const mostTogether = 32
/** Of files and folders on the way to them, in all paths of one request: folders that are missing are made one after the other. */
const mostNames = 1_000
const tooLarge = 'This file is too large to come with others.'

/** The bytes that a text in Base64 stands for, where they are few. */
const smallContent = z
  .string()
  .max(4 * Math.ceil(smallFileBytes / 3), tooLarge)
  .transform((text, context) => {
    try {
      const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: 'strict' })
      if (bytes.length <= smallFileBytes) return bytes
      context.addIssue(tooLarge)
    } catch {
      context.addIssue('This is not Base64.')
    }
    return z.NEVER
  })

export const uploadFiles = call({
  ...write,
  name: 'uploadFiles',
  summary:
    'Upload several small files at once: up to 32, of at most 16 KiB each, in Base64. Each has an answer of its own, in the same order, and one that is refused does not keep the others back. Folders that are missing on the way are made. lastmodified is as in /file/upload.',
  method: 'PUT',
  path: '/file/uploadmany',
  carriesFiles: true,
  request: z.object({
    /** The folder that the paths begin at. */
    parentid: objectid,
    files: z
      .array(
        z.object({
          path: relativePath,
          content: smallContent,
          sha256: contentHash.optional(),
          lastmodified: lastmodified.optional(),
          conflict,
        }),
      )
      .min(1)
      .max(mostTogether)
      .refine(
        files => files.reduce((sum, { path }) => sum + path.length, 0) <= mostNames,
        'These files lie in too many folders to come together.',
      ),
  }),
  response: z.strictObject({
    uploads: z.array(
      z.union([
        z.strictObject({ fsobject }),
        z.strictObject({ error: z.strictObject({ errcode: z.string(), msg: z.string() }) }),
      ]),
    ),
  }),
  errors: ['NOT_FOUND'],
})

export const renameFile = call({
  ...write,
  name: 'renameFile',
  summary: 'Rename a file. With conflict=replace, what had the name goes to the trash.',
  method: 'POST',
  path: '/file/rename',
  request: z.object({
    parentdirpath: dirpath,
    srcfilename: filename,
    dstfilename: filename,
    conflict,
    objectid: meant,
  }),
  response: z.strictObject({ fsobject }),
  errors: ['NOT_FOUND', 'NAME_TAKEN'],
})

export const moveFile = call({
  ...write,
  name: 'moveFile',
  summary: 'Move a file. dstfilepath is its whole new path. With conflict=replace, what was there goes to the trash.',
  method: 'POST',
  path: '/file/move',
  request: z.object({ srcfilepath: filepath, dstfilepath: filepath, conflict, objectid: meant }),
  response: moved,
  errors: ['NOT_FOUND', 'NAME_TAKEN'],
})

export const copyFile = call({
  ...write,
  name: 'copyFile',
  summary:
    'Copy a file. dstfilepath is the whole path of the copy. With conflict=replace the file there gets a new version.',
  method: 'POST',
  path: '/file/copy',
  request: z.object({ srcfilepath: filepath, dstfilepath: filepath, conflict, objectid: meant }),
  response: z.strictObject({ fsobject }),
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'QUOTA_FULL'],
})

export const deleteFile = call({
  ...write,
  name: 'deleteFile',
  summary: 'Move a file to the trash.',
  method: 'DELETE',
  path: '/file/delete',
  request: z.object({ filepath, objectid: meant }),
  response: z.strictObject({ objid: z.string() }),
  errors: ['NOT_FOUND'],
})

export const fileInfo = call({
  ...read,
  name: 'fileInfo',
  summary: 'One file by its id.',
  method: 'GET',
  path: '/file/info',
  request: z.object({ objectid }),
  response: oneObject,
  errors: ['NOT_FOUND'],
})

const disposition = z.enum(['attachment', 'inline']).default('attachment')

/** Says when a file was written here, whatever date it shows. */
export const changedHeader = 'Plinth-Changed'

export const downloadFile = call({
  ...read,
  name: 'downloadFile',
  summary:
    "A file's bytes. Takes Range (one range), If-Range, If-None-Match and If-Modified-Since. `inline` shows what can be shown safely in a browser. Last-Modified is the file's own date, Plinth-Changed when it was written here.",
  method: 'GET',
  path: '/file/download',
  request: z.object({ filepath, disposition }),
  response: 'application/octet-stream',
  errors: ['NOT_FOUND', 'CONTENT_OTHER', 'RANGE_WRONG', 'STORAGE_DOWN'],
})

export const createTicket = call({
  ...read,
  name: 'createTicket',
  summary:
    'An address at which a browser can fetch one file, or one of its versions, without a token: to begin within a minute as an attachment, within 15 minutes inline.',
  method: 'POST',
  path: '/file/ticket',
  request: z.object({ objectid, versionno: versionno.optional(), disposition }),
  response: z.strictObject({ url: z.string(), expiresat: z.number() }),
  errors: ['NOT_FOUND'],
})

export const openTicket = call({
  name: 'openTicket',
  summary: 'The bytes that a ticket is for, as from /file/download.',
  method: 'GET',
  path: '/file/open',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ ticket: z.string().max(2_000) }),
  response: 'application/octet-stream',
  errors: ['LINK_DEAD', 'NOT_FOUND', 'CONTENT_OTHER', 'RANGE_WRONG', 'STORAGE_DOWN'],
})

export const searchFiles = call({
  ...read,
  name: 'searchFiles',
  summary:
    'Folders and files of the whole filestore by a part of their name, those that begin with it first, without regard to case and accents. A page can hold fewer than 50 while there are more.',
  method: 'GET',
  path: '/search',
  request: z.object({
    search: z
      .string()
      .trim()
      .normalize('NFC')
      .min(1, 'Search text cannot be empty')
      .regex(/^[^\0]*$/, 'Remove the invisible characters.')
      .max(255),
    cursor,
    ...fileFilter,
  }),
  response: z.strictObject({ fsobjects: z.array(foundObject), cursor: z.string().nullable() }),
  errors: [],
})

export const recentFiles = call({
  ...read,
  name: 'recentFiles',
  summary:
    'Files of the whole filestore, the last changed first, in pages. A page can hold fewer than 50 while there are more.',
  method: 'GET',
  path: '/recent',
  request: z.object({ cursor }),
  response: z.strictObject({ fsobjects: z.array(foundObject), cursor: z.string().nullable() }),
  errors: [],
})

export const usage = call({
  ...read,
  name: 'usage',
  summary: 'What the filestore holds and may hold, in bytes. used counts the trash and earlier versions too.',
  method: 'GET',
  path: '/usage',
  request: z.object({}),
  response: z.strictObject({
    used: z.number(),
    quota: z.number().nullable(),
    /** What is left for this filestore, by its own quota and its organisation's; null where neither has one. */
    left: z.number().nullable(),
    bytes: z.number(),
    filecount: z.number(),
    trashbytes: z.number(),
    trashfilecount: z.number(),
  }),
  errors: [],
})
