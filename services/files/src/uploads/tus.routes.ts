import { apiBase } from '@plinth/contract/call'
import { may } from '@plinth/contract/permissions'
import { type TusRequest, tusPath, tusRequests } from '@plinth/contract/tus'
import { Refusal } from '@plinth/platform/errors'
import { bearerOf, type FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contents } from '../blobs/contents.service.ts'
import { forgetRest } from '../rest-of-body.ts'
import { createFileAuthentication } from '../tokens.ts'
import { completeUploads } from './completing.service.ts'
import { createUploadLocks } from './locks.service.ts'
import { createTus } from './tus.service.ts'
import { createResumableUploads } from './uploads.service.ts'

export function tusRoutes(platform: Platform, http: FastifyInstance, contents: Contents) {
  const authenticate = createFileAuthentication(platform)
  const locks = createUploadLocks(platform)
  const uploads = createResumableUploads(platform, contents)
  const tus = createTus(uploads, locks)
  completeUploads(platform, uploads, locks)
  http.addHook('preClose', async () => locks.stopAll())

  async function writerOf(request: FastifyRequest): Promise<FileActor> {
    const actor = await authenticate(bearerOf(request))
    request.actor = actor
    if (!may([actor.level], 'file.write')) throw new Refusal('FILE_LEVEL')
    return actor
  }

  async function answerTo(request: FastifyRequest, reply: FastifyReply) {
    const actor = await writerOf(request)
    const goOn = () => void (request.headers.expect && reply.raw.writeContinue())
    const incoming = { actor, request: request.raw, goOn }
    const { uploadid } = request.params as { uploadid?: string }
    if (uploadid === undefined) return tus.create(incoming)
    // What is no id of ours is not looked for: PostgreSQL cannot even be asked for NUL.
    if (!/^[\w-]+$/.test(uploadid)) throw new Refusal('NOT_FOUND')
    return tus.go(incoming, uploadid)
  }

  async function handler(request: FastifyRequest, reply: FastifyReply) {
    reply.headers({ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' })
    try {
      const answer = await (request.method === 'OPTIONS' ? tus.options(request.raw) : answerTo(request, reply))
      reply.code(answer.status).headers(answer.headers)
    } finally {
      forgetRest(request, reply)
    }
    return reply.send()
  }

  http.register(async scope => {
    // The bytes stay on the wire until somebody reads them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const { method, path, name, bytes } of tusRequests)
      scope.route({ method, url: urlOf(path), config: { spoken: name, readsBytes: bytes }, handler })
    // For those whose proxy lets no other method through. At these addresses POST means nothing of its own.
    const config = { spoken: 'tusOverridden', readsBytes: true }
    scope.route({ method: 'POST', url: urlOf(`${tusPath}/{uploadid}`), config, handler: overridden })
  })

  async function overridden(request: FastifyRequest, reply: FastifyReply) {
    const method = String(request.headers['x-http-method-override']).toUpperCase()
    if (!['PATCH', 'DELETE'].includes(method)) throw new Refusal('NOT_FOUND')
    request.raw.method = method
    return handler(request, reply)
  }
}

const urlOf = (path: TusRequest['path']) => apiBase + path.replace(/\{(\w+)\}/, ':$1')
