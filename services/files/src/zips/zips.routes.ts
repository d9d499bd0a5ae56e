import { Readable } from 'node:stream'
import { createZipTicket, downloadDir, openZipTicket } from '@plinth/contract/zips'
import type { Bind } from '@plinth/platform/http/bind'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { filenameOf } from '../files/download.ts'
import { zipOf } from './zip-stream.ts'
import type { createZips, Zip } from './zips.service.ts'

export function zipRoutes(bind: Bind, zips: ReturnType<typeof createZips>) {
  bind(downloadDir, async ({ path, objectid }, { actor, request, reply }) => {
    const zip = objectid === undefined ? zips.byPath(actor, path ?? []) : zips.byId(actor, objectid)
    sendZip(request, reply, await zip)
    return undefined
  })
  bind(createZipTicket, ({ objectids }, { actor }) => zips.ticket(actor, objectids))
  bind(openZipTicket, async ({ ticket }, { request, reply }) => {
    sendZip(request, reply, await zips.byTicket(ticket))
    return undefined
  })
}

/** How long it will be is not known before its end. */
export function sendZip(request: FastifyRequest, reply: FastifyReply, { name, entries }: Zip) {
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; ${filenameOf(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'none',
  })
  reply.send(request.method === 'HEAD' ? Readable.from([]) : Readable.from(zipOf(entries), { objectMode: false }))
}
