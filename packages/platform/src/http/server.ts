import { randomUUID } from 'node:crypto'
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Errcode, errors } from '@plinth/contract/errors'
import { sharePath } from '@plinth/contract/shares'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import type { CallTimes } from './call-times.ts'
import { watchReaders } from './unread.ts'

/** JSON calls carry forms, or a few small files; what carries bytes sets its own limit. */
const bodyLimit = 1024 * 1024

/** Who needs longer for the head of a request, or for a form without files, only wants to hold the connection. */
const headMs = 15_000
const formMs = 15_000
const smallFilesMs = 5 * 60_000
const silenceMs = 60_000
/** Longer, since browsers stop reading while a film or a download is paused; they come back for the rest. */
export const limits = { unreadMs: 10 * 60_000 }
const lookMs = 3_000

/** The HTTP server every service is mounted on: request ids, one log line a request, and failures in the contract's shape. */
export function createHttp(config: Config, log: Log, times: CallTimes, { unreadMs } = limits): FastifyInstance {
  const http = Fastify({
    bodyLimit,
    trustProxy: config.trustProxy,
    requestIdHeader: false,
    genReqId: request => knownId(request.headers['x-request-id']) ?? randomUUID(),
    // Idle keep-alive connections are closed at once on shutdown; those with a request under way are drained.
    forceCloseConnections: 'idle',
    http: { headersTimeout: headMs, connectionsCheckingInterval: lookMs },
    clientErrorHandler: refuseUnreadable,
    // An address that is no UTF-8. No hook has seen it.
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id)
      return fail(log, new Refusal('BAD_INPUT'), request, reply)
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  })
  acceptJsonOnly(http)
  const readers = watchReaders(http.server, { unreadMs })
  http.addHook('onClose', async () => readers.stop())
  http.server.on('checkContinue', (request, response) => http.server.emit('request', request, response))
  http.decorateRequest('actor', undefined)
  // Hooks that wait for nothing call back: as asynchronous functions, all of them would cost as much as a small call.
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    if (hasBody(request.raw)) expectBody(request, reply)
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { call: { name: call } = {}, spoken = call } = request.routeOptions.config
    if (spoken) times.observe(spoken, reply.statusCode, reply.elapsedTime / 1000)
    const level = spoken ? 'info' : 'debug'
    if (log.isLevelEnabled(level)) log[level](lineOf(spoken, request, reply), 'request')
    done()
  })
  http.setErrorHandler((error, request, reply) => fail(log, error, request, reply))
  http.setNotFoundHandler((request, reply) => fail(log, new Refusal('NOT_FOUND'), request, reply))
  return http
}

const knownId = (given: unknown) => (typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : undefined)

/**
 * Some clients send a large body only when told to (Expect: 100-continue). Node tells them at once; here it is said once the call
 * is known, and for a form by the one who reads it: an upload that is refused then never sets out. A form of text has a time to
 * arrive in. Bytes may take as long as their line needs, as long as some come.
 */
function expectBody({ raw, routeOptions: { config } }: FastifyRequest, reply: FastifyReply) {
  const { call, readsBytes } = config
  if (raw.headers.expect !== undefined && !call?.body && !readsBytes) reply.raw.writeContinue()
  if (!raw.complete) limitInTime(raw, call && !call.body ? (call.carriesFiles ? smallFilesMs : formMs) : undefined)
}

function limitInTime(raw: IncomingMessage, withinMs: number | undefined): void {
  if (withinMs) {
    const timer = setTimeout(() => raw.destroy(), withinMs)
    for (const ending of ['end', 'close']) raw.once(ending, () => clearTimeout(timer))
  } else {
    raw.setTimeout(silenceMs, () => raw.complete || raw.destroy())
    // From here on it is the server that takes its time.
    raw.once('end', () => raw.setTimeout(0))
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0

/** What never became a request (a head that is too large, too slow or none at all) is refused in the same shape. */
function refuseUnreadable({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return
  // Words of ours would stand in the middle of that answer, or be taken for it.
  if (isAnswering(socket)) return void socket.destroy()
  const [status, errcode] = unreadable[code ?? ''] ?? ([400, 'BAD_INPUT'] as const)
  const msg = errors[errcode][1]
  const body = JSON.stringify({ status, errcode, msg, errdata: { code: errcode, data: null, msg } })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Somebody who has sent a whole request, and noise behind it. Where it is the body that cannot be read, there is no answer yet. */
function isAnswering(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return answer instanceof ServerResponse && (answer.headersSent || answer.req.complete)
}

const unreadable: Record<string, readonly [status: number, Errcode]> = {
  HPE_HEADER_OVERFLOW: [431, 'TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'BAD_INPUT'],
}

function acceptJsonOnly(http: FastifyInstance) {
  http.removeAllContentTypeParsers()
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // PostgreSQL's text cannot hold NUL, and no field of ours means it: refused once, here, for every call.
    if (body.includes('\\u0000')) done(new Refusal('BAD_INPUT'))
    else if (body === '') done(null, {})
    else parseJson(request, body as string, done)
  })
}

/** Never the query, where links in mails carry their tokens, and of a share link not its own. */
function pathOf({ url }: FastifyRequest): string | undefined {
  return url.startsWith(sharePath('')) ? sharePath('…') : url.split('?', 1)[0]
}

const lineOf = (call: string | undefined, request: FastifyRequest, reply: FastifyReply) => ({
  reqid: request.id,
  method: request.method,
  path: pathOf(request),
  call,
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  userid: request.actor?.userid,
})

function fail(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof Refusal ? error : new Refusal(errcodeOf(error))
  if (refusal.errcode === 'SERVER_ERROR') log.error({ reqid: request.id, err: error }, 'request failed')
  // The user cannot mend these; whoever runs the server needs to know what stood behind them.
  else if (refusal.cause) log.error({ reqid: request.id, err: refusal.cause }, refusal.errcode)
  if (refusal.retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(refusal.retryAfterMs / 1000))
  const [status] = errors[refusal.errcode]
  const { errcode, message: msg, data } = refusal
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      status,
      errcode,
      msg,
      ...(request.routeOptions.config.call?.errMsg ? { errMsg: msg } : {}),
      errdata: { code: errcode, data, msg },
    })
}

/** Fastify's own failures (a body that is not JSON, a condition that a page does not meet) by their status; whatever we did not foresee is ours to answer for. */
function errcodeOf(error: unknown): Errcode {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  if (status === 400 || status === 412) return 'BAD_INPUT'
  if (status === 413) return 'TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_TYPE'
  if (status === 503) return 'UNAVAILABLE'
  return 'SERVER_ERROR'
}
