import {
  changedHeader,
  copyFile,
  createTicket,
  deleteFile,
  downloadFile,
  fileInfo,
  moveFile,
  openTicket,
  renameFile,
  uploadFile,
  uploadFiles,
  usage,
} from '@plinth/contract/files'
import { addVersion, downloadVersion } from '@plinth/contract/versions'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Contents } from '../blobs/contents.service.ts'
import { changedHere } from '../entries/times.ts'
import { forgetRest } from '../rest-of-body.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.service.ts'
import { sendContent } from './download.ts'
import { createDownloads } from './downloads.service.ts'
import { createFiles } from './files.service.ts'
import { createUploadsTogether } from './together.service.ts'
import { createUploads, type Incoming } from './uploads.service.ts'

export function fileRoutes(platform: Platform, bind: Bind, contents: Contents, thumbnails: Thumbnails) {
  const files = createFiles(platform)
  const uploads = createUploads(platform, contents)
  const uploadTogether = createUploadsTogether(platform, contents)
  const downloads = createDownloads(platform)

  bind(renameFile, (input, { actor }) => files.rename(actor, input))
  bind(moveFile, (input, { actor }) => files.move(actor, input))
  bind(copyFile, (input, { actor }) => files.copy(actor, input))
  bind(deleteFile, (input, { actor }) => files.delete(actor, input))
  bind(fileInfo, ({ objectid }, { actor }) => thumbnails.inOne(files.info(actor, objectid)))
  bind(usage, (_input, { actor }) => files.usage(actor))

  bind(uploadFile, (check, { actor, request, reply }) =>
    incoming(request, reply, bytes => uploads.upload(actor, bytes, check)),
  )
  bind(uploadFiles, (given, { actor }) => uploadTogether(actor, given))
  bind(addVersion, (check, { actor, request, reply }) =>
    incoming(request, reply, bytes => uploads.addVersion(actor, bytes, check)),
  )

  bind(downloadFile, async ({ filepath, disposition }, { actor, request, reply }) => {
    const file = await downloads.byPath(actor, filepath, disposition)
    reply.header(changedHeader, new Date(changedHere(file)).toUTCString())
    await sendContent(contents, request, reply, file)
    return undefined
  })
  bind(downloadVersion, async ({ objectid, versionno, disposition }, { actor, request, reply }) => {
    const version = await downloads.byId(actor.nsname, objectid, versionno, disposition)
    await sendContent(contents, request, reply, version)
    return undefined
  })
  bind(createTicket, ({ objectid, versionno, disposition }, { actor }) =>
    downloads.ticket(actor, objectid, versionno, disposition),
  )
  bind(openTicket, async ({ ticket }, { request, reply }) => {
    await sendContent(contents, request, reply, await downloads.byTicket(ticket))
    return undefined
  })
}

async function incoming<T>(request: FastifyRequest, reply: FastifyReply, take: (bytes: Incoming) => Promise<T>) {
  try {
    const goOn = () => void (request.headers.expect && reply.raw.writeContinue())
    return await take({ request: request.raw, goOn })
  } finally {
    forgetRest(request, reply)
  }
}
