import { thumbnail } from '@plinth/contract/thumbnails'
import type { Bind } from '@plinth/platform/http/bind'
import type { Thumbnails } from './thumbnails.service.ts'

export function thumbnailRoutes(bind: Bind, thumbnails: Thumbnails) {
  bind(thumbnail, async ({ objectid, size }, { actor, request, reply }) => {
    const { bytes, etag } = await thumbnails.find(actor, objectid, size)
    // Asked about each time, as for downloads: whoever was removed gets nothing from a cache that others share.
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'cross-origin-resource-policy': 'same-origin' })
    if (request.headers['if-none-match'] === etag) reply.code(304).send()
    else reply.type('image/webp').send(Buffer.from(bytes))
    return undefined
  })
}
