import { Readable } from 'node:stream'
import { errors } from '@plinth/contract/errors'
import { may } from '@plinth/contract/permissions'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contents } from '../blobs/contents.service.ts'
import type { Copies } from '../copies/copies.service.ts'
import { namespaceOf } from '../entries/entries.service.ts'
import { sendContent } from '../files/download.ts'
import { forgetRest } from '../rest-of-body.ts'
import type { FileTables } from '../tables.ts'
import { addressOf, davBase } from './addresses.ts'
import { readBody } from './body.ts'
import { createCopying } from './copying.service.ts'
import { DavFailure } from './failures.ts'
import { depthOf } from './headers.ts'
import { readIf } from './if-header.ts'
import { createLocking } from './locking.service.ts'
import { createPlaces } from './places.service.ts'
import { createPropfind } from './propfind.service.ts'
import { askedBy } from './propfind.ts'
import { createProppatch } from './proppatch.service.ts'
import { createReading } from './reading.service.ts'
import { type Credentials, createSignIn } from './sign-in.ts'
import type { StoreRequest } from './store.ts'
import { createWriting } from './writing.service.ts'
import { dav, document, escaped, xmlHead } from './xml-out.ts'

const reading = ['GET', 'HEAD', 'PROPFIND'] as const
const writing = ['PUT', 'DELETE', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'] as const
const ofDav = ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK']
const allowed = ['OPTIONS', ...reading, ...writing].join(', ')
const xmlType = 'application/xml; charset=utf-8'

type Method = (typeof reading)[number] | (typeof writing)[number]
type Handler = (store: StoreRequest, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Filestores as drives (RFC 4918, classes 1 and 2), at addresses of their own. */
export function davRoutes(platform: Platform, http: FastifyInstance, contents: Contents, copies: Copies): void {
  const { answer, answerTop, fail } = createAnswers(platform, contents, copies)
  for (const method of ofDav) http.addHttpMethod(method, { hasBody: true })
  http.register(async scope => {
    scope.removeAllContentTypeParsers()
    // Left on the wire: what they mean is known once the caller is.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', (request, _reply, done) => {
      // Clients name any type, or one that is none. What a file is follows from its name, and the rest is XML.
      request.raw.headers['content-type'] = 'application/octet-stream'
      done()
    })
    scope.setErrorHandler(fail)
    const config = { readsBytes: true }
    for (const url of ['/', davBase, `${davBase}/*`])
      scope.route({ method: 'OPTIONS', url, handler: (_request, reply) => introduce(reply).send() })
    for (const url of [davBase, `${davBase}/*`])
      for (const method of ['GET', 'PROPFIND', ...writing])
        scope.route({ method, url, config: { ...config, spoken: `dav${method}` }, handler: answer })
    scope.route({ method: 'PROPFIND', url: '/', config: { ...config, spoken: 'davPROPFIND' }, handler: answerTop })
  })
}

/** What this server can do. Windows' own client looks for the last one. */
const introduce = (reply: FastifyReply) =>
  reply.headers({ dav: '1, 2', allow: allowed, 'ms-author-via': 'DAV', 'content-length': 0 })

function createAnswers(platform: Platform, contents: Contents, copies: Copies) {
  const { log, config } = platform
  const signIn = createSignIn(platform)
  const places = createPlaces(platform)
  const handlers = createHandlers(platform, contents, copies)
  const tables = platform.db.withTables<FileTables>()
  const publicHost = new URL(config.publicUrl).host

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const credentials = await signIn.person(request.headers.authorization, request.ip)
    const { place, names } = addressOf(pathOf(request.raw.url ?? ''))
    const method = request.method as Method
    if (place.length < 3) return answerAbove(credentials, place, request, reply)
    const actor = await signIn.actor(credentials, place, request.ip)
    request.actor = actor
    // Of what is copied it is asked where it goes to.
    if (!isReading(method) && method !== 'COPY' && !may([actor.level], 'file.write')) throw new DavFailure(403)
    const namespace = await namespaceOf(tables, actor.nsname)
    const reach: StoreRequest['reach'] = async other => {
      const there = await signIn.actor(credentials, other, request.ip)
      return { actor: there, namespace: await namespaceOf(tables, there.nsname) }
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, textOf(value)]))
    const conditions = headers.if === undefined ? [] : readIf(headers.if)
    const hosts = [request.host.toLowerCase(), publicHost]
    return handlers[method]({ actor, namespace, place, names, hosts, conditions, headers, reach }, request, reply)
  }

  /** Above filestores there is nothing to change. */
  async function answerAbove(credentials: Credentials, place: string[], request: FastifyRequest, reply: FastifyReply) {
    if (!isReading(request.method)) throw new DavFailure(403)
    if (request.method !== 'PROPFIND') {
      await places.look(credentials, place)
      return explain(reply)
    }
    const asked = askedBy(await readBody(request, reply))
    return sendMultistatus(reply, await places.propfind(credentials, place, asked, depthOf(depthIn(request))))
  }

  /** Windows asks at the top of the server before it asks for what it is to mount, and mounts nothing where nobody answers there. */
  async function answerTop(request: FastifyRequest, reply: FastifyReply) {
    await signIn.person(request.headers.authorization, request.ip)
    const asked = askedBy(await readBody(request, reply))
    return sendMultistatus(reply, places.top(asked, depthOf(depthIn(request))))
  }

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const [status, condition, href] = isBrokenOff(request) ? [400] : reasonOf(error)
    if (status === 500) log.error({ reqid: request.id, err: error }, 'request failed')
    if (status === 401) reply.header('www-authenticate', 'Basic realm="Plinth", charset="UTF-8"')
    if (status === 405) reply.header('allow', allowed)
    if (error instanceof Refusal && error.retryAfterMs !== undefined)
      reply.header('retry-after', Math.ceil(error.retryAfterMs / 1_000))
    forgetRest(request, reply)
    reply.code(status).removeHeader('content-length').removeHeader('etag')
    if (!condition) return reply.type('text/plain; charset=utf-8').send(sentenceOf(error))
    const inner = dav(condition, href ? dav('href', escaped(href)) : '')
    return reply.type(xmlType).send(document('error', inner))
  }

  return { answer, answerTop, fail }
}

/** A request may name the whole address. */
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/i, '')

const isReading = (method: string) => (reading as readonly string[]).includes(method)
const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value)
const depthIn = ({ headers }: FastifyRequest) => ({ depth: textOf(headers.depth) })

/** Whoever sent it is gone, in the middle of it: nobody is to blame here, and nobody reads the answer. */
const isBrokenOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

function reasonOf(error: unknown): [status: number, condition?: string, href?: string] {
  if (error instanceof DavFailure) return [error.status, error.condition, error.href]
  if (!(error instanceof Refusal)) return [500]
  if (error.errcode === 'QUOTA_FULL') return [507, 'quota-not-exceeded']
  // Somebody was faster; who tries again sees what is there.
  if (error.errcode === 'FILE_TOKEN_EXPIRED') return [503]
  return [errors[error.errcode][0]]
}

function sentenceOf(error: unknown): string {
  const said = error instanceof Refusal ? error.message : error instanceof DavFailure ? error.sentence : ''
  return said && `${said}\n`
}

const explain = (reply: FastifyReply) =>
  reply.type('text/plain; charset=utf-8').send('This is a folder. Connect to this address with a WebDAV client.\n')

function sendMultistatus(reply: FastifyReply, responses: AsyncIterable<string>) {
  async function* text() {
    yield `${xmlHead}<D:multistatus xmlns:D="DAV:">`
    yield* responses
    yield '</D:multistatus>\n'
  }
  return reply
    .code(207)
    .type(xmlType)
    .send(Readable.from(text(), { objectMode: false }))
}

function createHandlers(platform: Platform, contents: Contents, copies: Copies): Record<Method, Handler> {
  const reader = createReading(platform)
  const propfind = createPropfind(platform)
  const proppatch = createProppatch(platform)
  const writing = createWriting(platform, contents)
  const copying = createCopying(platform, copies)
  const locking = createLocking(platform)

  const get: Handler = async (store, request, reply) => {
    const file = await reader.file(store)
    return file ? sendContent(contents, request, reply, file) : explain(reply)
  }

  return {
    GET: get,
    HEAD: get,
    PROPFIND: async (store, request, reply) => {
      const asked = askedBy(await readBody(request, reply))
      return sendMultistatus(reply, await propfind(store, asked, depthOf(store.headers)))
    },
    PROPPATCH: async (store, request, reply) => {
      const response = await proppatch(store, await readBody(request, reply))
      return reply.code(207).type(xmlType).send(document('multistatus', response))
    },
    PUT: async (store, request, reply) => {
      const bytes = request.raw.iterator({ destroyOnReturn: false })
      const goOn = () => void (request.headers.expect && reply.raw.writeContinue())
      const { isNew, etag, isDated } = await writing.put(store, { bytes, goOn })
      if (isDated) reply.header('x-oc-mtime', 'accepted')
      return reply
        .code(isNew ? 201 : 204)
        .header('etag', etag)
        .send()
    },
    MKCOL: async (store, request, reply) => {
      // What a body would mean is not known here, so it must not be passed over.
      if ((await readBody(request, reply)) !== '') throw new DavFailure(415)
      await writing.mkcol(store)
      return reply.code(201).send()
    },
    DELETE: async (store, _request, reply) => {
      await writing.delete(store)
      return reply.code(204).send()
    },
    COPY: async (store, _request, reply) => sendPlace(reply, await copying.copy(store)),
    MOVE: async (store, _request, reply) => sendPlace(reply, await copying.move(store)),
    LOCK: async (store, request, reply) => {
      const { body, token, isNew } = await locking.lock(store, await readBody(request, reply))
      return reply
        .code(isNew ? 201 : 200)
        .header('lock-token', `<${token}>`)
        .type(xmlType)
        .send(body)
    },
    UNLOCK: async (store, _request, reply) => {
      await locking.unlock(store)
      return reply.code(204).send()
    },
  }
}

const sendPlace = (reply: FastifyReply, { status, href }: { status: number; href: string }) =>
  (status === 201 ? reply.header('location', href) : reply).code(status).send()
