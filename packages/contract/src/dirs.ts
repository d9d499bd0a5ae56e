import * as z from 'zod'
import { call } from './call.ts'
import {
  conflict,
  conflictBeside,
  cursor,
  dirname,
  dirpath,
  fileFilter,
  fsobject,
  meant,
  moved,
  objectid,
  oneObject,
  parentdirpath,
} from './file-fields.ts'

const read = { auth: 'file', permission: 'file.read' } as const
const write = { auth: 'file', permission: 'file.write' } as const

export const dirSorts = [
  'name',
  '-name',
  'modifiedat',
  '-modifiedat',
  'size',
  '-size',
  'modifiedby',
  '-modifiedby',
] as const

export const createDir = call({
  ...write,
  name: 'createDir',
  summary: 'Create a folder.',
  method: 'PUT',
  path: '/dir/create',
  request: z.object({ parentdirpath, dirname, conflict: conflictBeside }),
  response: z.strictObject({ fsobject }),
  errors: ['NOT_FOUND', 'NAME_TAKEN'],
})

export const listDir = call({
  ...read,
  name: 'listDir',
  summary:
    'What a folder holds: every folder, and 50 files a page. Folders are sorted by name, files as asked. Names are compared without regard to case and accents. Where there are more than 2,000 folders, they come first, 2,000 a page, and the files after them. With a filter a page can hold fewer while there are more.',
  method: 'GET',
  path: '/dir/list',
  request: z.object({
    path: dirpath,
    cursor,
    sort: z.enum(dirSorts).default('name'),
    /** A reader that has them can leave them out of further pages, or ask for them alone. */
    folders: z.enum(['all', 'none', 'only']).default('all'),
    ...fileFilter,
  }),
  response: z.strictObject({ objid: z.string(), fsobjects: z.array(fsobject), cursor: z.string().nullable() }),
  errors: ['NOT_FOUND'],
})

export const markDir = call({
  ...read,
  name: 'markDir',
  summary:
    'Where the pages of /dir/list begin, from the second one on, so that a reader can go to any of them; and how many files (or folders) were passed on the way. It passes 10,000 at most; its own cursor leads on.',
  method: 'GET',
  path: '/dir/marks',
  request: z.object({
    path: dirpath,
    cursor,
    sort: z.enum(dirSorts).default('name'),
    of: z.enum(['files', 'folders']).default('files'),
    ...fileFilter,
  }),
  response: z.strictObject({
    objid: z.string(),
    cursors: z.array(z.string()),
    passed: z.number(),
    cursor: z.string().nullable(),
  }),
  errors: ['NOT_FOUND'],
})

export const renameDir = call({
  ...write,
  name: 'renameDir',
  summary: 'Rename a folder.',
  method: 'POST',
  path: '/dir/rename',
  request: z.object({ parentdirpath: dirpath, srcdirname: dirname, dstdirname: dirname, conflict, objectid: meant }),
  response: z.strictObject({ fsobject }),
  errors: ['NOT_FOUND', 'NAME_TAKEN'],
})

export const moveDir = call({
  ...write,
  name: 'moveDir',
  summary:
    'Move a folder with all it holds. dstdirpath is its whole new path. With conflict=replace, what was there goes to the trash.',
  method: 'POST',
  path: '/dir/move',
  request: z.object({ srcdirpath: dirpath, dstdirpath: dirpath, conflict, objectid: meant }),
  response: moved,
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'MOVE_INTO_ITSELF', 'TOP_FOLDER'],
})

export const copyDir = call({
  ...write,
  name: 'copyDir',
  summary:
    'Copy a folder with all it holds. Answers at once; the copy appears at dstdirpath as a whole when it is complete, beside it if the name was taken meanwhile.',
  method: 'POST',
  path: '/dir/copy',
  request: z.object({
    srcdirpath: dirpath,
    dstdirpath: dirpath,
    conflict: conflictBeside,
    objectid: meant,
  }),
  response: z.strictObject({ jobid: z.string() }),
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'QUOTA_FULL', 'TOP_FOLDER'],
})

const copyStates = ['running', 'done', 'cancelled', 'failed'] as const

const job = z.strictObject({
  jobid: z.string(),
  state: z.enum(copyStates),
  copied: z.number(),
  /** As many files as there were when it began. */
  total: z.number(),
  /** The folder that came of it, once it is done. */
  objid: z.string().nullable(),
  /** Why it failed, as a sentence. */
  reason: z.string().nullable(),
})

export const jobInfo = call({
  ...read,
  name: 'jobInfo',
  summary: 'How far the copy of a folder is.',
  method: 'GET',
  path: '/job/info',
  request: z.object({ jobid: objectid }),
  response: job,
  errors: ['NOT_FOUND'],
})

export const cancelJob = call({
  ...write,
  name: 'cancelJob',
  summary: 'Give up the copy of a folder. Nothing of it remains. One that is done stays as it is.',
  method: 'POST',
  path: '/job/cancel',
  request: z.object({ jobid: objectid }),
  response: job,
  errors: ['NOT_FOUND'],
})

export const deleteDir = call({
  ...write,
  name: 'deleteDir',
  summary: 'Move a folder with all it holds to the trash.',
  method: 'DELETE',
  path: '/dir/delete',
  request: z.object({ dirpath, objectid: meant }),
  response: z.strictObject({ objid: z.string() }),
  errors: ['NOT_FOUND', 'TOP_FOLDER'],
})

export const dirInfo = call({
  ...read,
  name: 'dirInfo',
  summary: 'One folder by its id, with the size and number of all files below it.',
  method: 'GET',
  path: '/dir/info',
  request: z.object({ objectid }),
  response: oneObject,
  errors: ['NOT_FOUND'],
})

export const dirPath = call({
  ...read,
  name: 'dirPath',
  summary: 'The way to a folder or file by its id: each folder from the top one down, and then itself.',
  method: 'GET',
  path: '/dir/path',
  request: z.object({ objectid }),
  response: z.strictObject({
    path: z.string(),
    steps: z.array(z.strictObject({ objid: z.string(), objname: z.string() })),
  }),
  errors: ['NOT_FOUND'],
})
