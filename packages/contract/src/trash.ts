import * as z from 'zod'
import { call } from './call.ts'
import { cursor, fsobject, objectid } from './file-fields.ts'

const read = { auth: 'file', permission: 'file.read' } as const
const write = { auth: 'file', permission: 'file.write' } as const

const trashed = z.strictObject({
  ...fsobject.shape,
  trashedat: z.number(),
  trashedby: z.string(),
  /** The folder it was in, as its path was then. */
  trashedfrom: z.string(),
  /** When it will be removed for good. */
  purgedat: z.number(),
})
export type Trashed = z.output<typeof trashed>

export const listTrash = call({
  ...read,
  name: 'listTrash',
  summary: 'What is in the trash, the last deleted first, 50 a page.',
  method: 'GET',
  path: '/trash/list',
  request: z.object({ cursor }),
  response: z.strictObject({ fsobjects: z.array(trashed), cursor: z.string().nullable() }),
  errors: [],
})

export const restoreTrash = call({
  ...write,
  name: 'restoreTrash',
  summary:
    'Bring something back to where it was: under a name beside it if its name is taken, in the nearest folder that is still there if its own is gone.',
  method: 'POST',
  path: '/trash/restore',
  request: z.object({ objectid }),
  response: z.strictObject({ fsobject, path: z.string() }),
  errors: ['NOT_FOUND'],
})

export const deleteTrash = call({
  ...write,
  name: 'deleteTrash',
  summary: 'Remove one thing in the trash for good.',
  method: 'DELETE',
  path: '/trash/delete',
  request: z.object({ objectid }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})

export const emptyTrash = call({
  auth: 'file',
  permission: 'file.admin',
  name: 'emptyTrash',
  summary: 'Remove all that is in the trash for good. The room it took is free a little later.',
  method: 'POST',
  path: '/trash/empty',
  request: z.object({}),
  response: z.strictObject({}),
  errors: [],
})
