import * as z from 'zod'
import { call } from './call.ts'
import { objectid } from './file-fields.ts'

/** The longer edge of each, in pixels. */
export const thumbnailEdges = { small: 96, large: 320 } as const

export type ThumbnailSize = keyof typeof thumbnailEdges

export const thumbnail = call({
  name: 'thumbnail',
  summary:
    'A small picture of an image (JPEG, PNG, GIF, WebP, AVIF, TIFF; up to 50 MiB and 100 megapixels), as WebP. It is made in the background after an upload: files.changed tells when, and lists and /file/info have a `thumbnail` then, which differs where the picture does. Takes If-None-Match.',
  method: 'GET',
  path: '/file/thumbnail',
  auth: 'file',
  permission: 'file.read',
  request: z.object({ objectid, size: z.enum(['small', 'large']).default('small') }),
  response: 'image/webp',
  errors: ['NOT_FOUND', 'THUMBNAIL_NOT_YET', 'THUMBNAIL_NONE'],
})
