import { Readable } from 'node:stream'
import { createZipTicket, downloadDir, openZipTicket } from '@plinth/contract/zips'
import type { Bind } from '@plinth/platform/http/bind'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { filenameOf } from '../files/download.ts'
import { createRoom, whileAllowed } from './takers.ts'
import { zipOf } from './zip-stream.ts'
import type { createZips, Zip } from './zips.service.ts'

export function zipRoutes(bind: Bind, zips: ReturnType<typeof createZips>) {
  const room = createRoom()

  bind(downloadDir, async ({ path, objectid }, { actor, request, reply }) => {
    const zip = await (objectid === undefined ? zips.byPath(actor, path ?? []) : zips.byId(actor, objectid))
    room.take(reply, zip.taker.who)
    sendZip(request, reply, zip)
    return undefined
  })
  bind(createZipTicket, ({ objectids }, { actor }) => zips.ticket(actor, objectids))
  bind(openZipTicket, async ({ ticket }, { request, reply }) => {
    const zip = await zips.byTicket(ticket)
    room.take(reply, zip.taker.who)
    sendZip(request, reply, zip)
    return undefined
  })
}

/** How long it will be is not known before its end. */
export function sendZip(request: FastifyRequest, reply: FastifyReply, { name, entries, taker }: Zip) {
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; ${filenameOf(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'none',
  })
  const bytes = request.method === 'HEAD' ? [] : zipOf(whileAllowed(entries, taker))
  reply.send(Readable.from(bytes, { objectMode: false }))
}
