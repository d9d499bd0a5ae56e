import * as z from 'zod'
import { call } from './call.ts'
import { dirpath, objectid } from './file-fields.ts'

const read = { auth: 'file', permission: 'file.read' } as const

/** How many folders and files one archive can be asked for by name; what is in the folders comes along, whatever its number. */
const mostChosen = 5_000

export const downloadDir = call({
  ...read,
  name: 'downloadDir',
  summary:
    'A folder with all it holds as a zip archive, of any size. Name it by its path or its id. Nothing is compressed. An archive cannot be asked for in parts.',
  method: 'GET',
  path: '/dir/download',
  request: z
    .object({ path: dirpath.optional(), objectid: objectid.optional() })
    .refine(({ path, objectid }) => (path === undefined) !== (objectid === undefined), {
      path: ['path'],
      message: 'Folder path cannot be empty',
    }),
  response: 'application/zip',
  errors: ['NOT_FOUND'],
})

export const createZipTicket = call({
  ...read,
  name: 'createZipTicket',
  summary:
    'An address at which a browser can fetch a folder, or several folders and files, as one zip archive without a token; to begin within a minute.',
  method: 'POST',
  path: '/dir/ticket',
  request: z.object({
    objectids: z
      .array(objectid)
      .min(1, 'Choose something first.')
      .max(mostChosen, `Choose at most ${mostChosen} folders and files, or the folder they are in.`),
  }),
  response: z.strictObject({ url: z.string(), expiresat: z.number() }),
  errors: ['NOT_FOUND'],
})

export const openZipTicket = call({
  name: 'openZipTicket',
  summary: 'The archive that a ticket is for, as from /dir/download.',
  method: 'GET',
  path: '/dir/open',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ ticket: z.string().max(2_000) }),
  response: 'application/zip',
  errors: ['LINK_DEAD', 'NOT_FOUND'],
})
