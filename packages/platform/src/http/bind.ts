import { apiBase, type Call, errcodes, type InputOf, type ResponseOf, type Scope } from '@plinth/contract/call'
import type { Errcode } from '@plinth/contract/errors'
import { type FileLevel, may, permissions } from '@plinth/contract/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type * as z from 'zod'
import { type TokenActor, viaToken } from '../access-tokens.ts'
import { Refusal } from '../errors.ts'
import { viaSession } from '../sessions.ts'

/** A person who signed in: known by the bearer token, never by what the request says. */
export interface Actor {
  userid: string
  sessionid: string
}

/** Who calls: a person, or a script in a person's name. */
export type Caller = Actor | TokenActor

/** What the caller is signed in by: what they get through it is to end with it. */
export const viaOf = (caller: Caller) => ('tokenid' in caller ? viaToken(caller.tokenid) : viaSession(caller.sessionid))

/** Who holds a filestore's token: known by what it says, and by nothing else. */
export interface FileActor {
  userid: string
  nsname: string
  level: FileLevel
  /**
   * When the token was made, and when it was found to serve, in ms, and through what it was got, where it says so. There is none
   * behind what the product does by itself.
   */
  held?: { issuedat: number; foundat: number; via: string }
}

/** One of our own services. */
interface ServiceActor {
  isService: true
}

type AnyCaller = Caller | FileActor | ServiceActor

/** Only a call that names a scope can meet a script, so all others may count on a session. */
type CallerOf<C extends Call> = {
  none: undefined
  token: C['scope'] extends Scope ? Caller : Actor
  file: FileActor
  service: ServiceActor
}[C['auth']]

/** What a handler gets of a request: its values, or for a form the check of its fields, which come with the bytes. */
type Given<C extends Call> = [NonNullable<C['body']>] extends [never]
  ? InputOf<C>
  : (fields: Record<string, string>) => InputOf<C>

interface Context<C extends Call> {
  actor: CallerOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<C extends Call> = (input: Given<C>, context: Context<C>) => Promise<ResponseOf<C>>

export type Bind = <C extends Call>(call: C, handler: Handler<C>) => void

export interface BindOptions {
  authenticate: (token: string) => Promise<Caller | null>
  /** Of a filestore's token. Where no service brings it, nobody holds one. */
  authenticateFile?: ((token: string | undefined) => Promise<FileActor>) | undefined
  /** Whether it is a token of one of our own services. */
  authenticateService?: ((token: string) => Promise<boolean>) | undefined
  /** The caller's roles in the scope of a permission, null where the caller has no business there. */
  rolesOf: (call: Call, actor: Caller, input: Record<string, unknown>) => Promise<readonly string[] | null>
  /** Hold each answer against the contract: an undeclared field, status or errcode is a failure. */
  checkAnswers: boolean
}

/** Makes routes of the contract's calls. What a call declares is enforced here, so a handler cannot forget it. */
export function createBind(http: FastifyInstance, options: BindOptions): Bind {
  return (call, handler) => {
    const answer = options.checkAnswers ? checked(call, handler) : handler
    const asksForRole = call.auth === 'token' && call.permission !== 'anyone' && call.permission !== 'self'
    const route: RouteOptions = {
      method: call.method,
      url: apiBase + call.path,
      config: { call },
      handler: async (request, reply) => {
        const actor = call.auth === 'none' ? undefined : await actorOf(call, request, options)
        if (!actor && call.auth !== 'none') throw new Refusal(refusals[call.auth])
        if (actor && 'userid' in actor) request.actor = actor
        if (actor && 'tokenid' in actor) refuseBeyondScope(call, actor)
        if (actor && 'level' in actor) refuseBeyondLevel(call, actor)
        const given = inputOf(call, request)
        if (asksForRole) await authorise(call, actor as Caller, given, options)
        const data = await answer(given as never, { actor: actor as never, request, reply })
        return typeof call.response === 'string' ? reply : { data }
      },
    }
    if (call.body === 'multipart') http.register(async scope => takeFormOnly(scope).route(route))
    else http.route(route)
  }
}

/** Its bytes are left on the wire: whoever handles the call reads them, after the caller is known to be one who may. */
function takeFormOnly(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  return scope
}

function inputOf(call: Call, request: FastifyRequest) {
  if (call.body === 'multipart') return (fields: Record<string, string>) => parse(call.request, fields)
  if (call.method !== 'GET') return parse(call.request, request.body)
  // As in a body of JSON: PostgreSQL's text cannot hold NUL, and no field of ours means it.
  if (request.url.includes('%00')) throw new Refusal('BAD_INPUT')
  return parse(call.request, request.query)
}

export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/-]{1,4096}=*)$/.exec(headers.authorization ?? '')?.[1]

/** Null where nobody is known by the token. It hands promises on as they are: each that is made anew is paid for by every request. */
function actorOf({ auth }: Call, request: FastifyRequest, options: BindOptions): Promise<AnyCaller | null> {
  const token = bearerOf(request)
  if (auth === 'file') return options.authenticateFile?.(token) ?? nobody
  if (!token) return nobody
  return auth === 'service' ? serviceOf(token, options) : options.authenticate(token)
}

const nobody = Promise.resolve(null)

const refusals = {
  token: 'UNAUTHENTICATED',
  file: 'FILE_TOKEN_INVALID',
  service: 'SERVICE_TOKEN_INVALID',
} as const satisfies Record<Exclude<Call['auth'], 'none'>, Errcode>

async function serviceOf(token: string, { authenticateService }: BindOptions): Promise<ServiceActor | null> {
  return (await authenticateService?.(token)) ? { isService: true } : null
}

/** What is no row of the table for filestores is nobody's. */
function refuseBeyondLevel({ permission }: Call, { level }: FileActor): void {
  if (permission === 'self') return
  if (permission === 'anyone' || permissions[permission].scope !== 'file' || !may([level], permission))
    throw new Refusal('FILE_LEVEL')
}

function refuseBeyondScope({ scope }: Call, actor: TokenActor): void {
  if (scope === undefined || (scope === 'write' && actor.scope !== 'write')) throw new Refusal('TOKEN_SCOPE')
}

/** Where the contract has no sentence of its own for a value that is missing or of another kind. */
const plainly = ({ code, input }: { code?: string; input?: unknown }) => {
  if (code !== 'invalid_type') return undefined
  return input === undefined ? 'This is required.' : 'This is not the kind of value that belongs here.'
}

/** The values that a schema finds, or BAD_INPUT with a sentence for each field that is wrong. */
export function parse<T extends z.ZodObject>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {}, { error: plainly })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  throw new Refusal('BAD_INPUT', { data: { fields } })
}

async function authorise(call: Call, actor: Caller, input: ReturnType<typeof inputOf>, { rolesOf }: BindOptions) {
  if (call.permission === 'anyone' || call.permission === 'self') return
  // Roles are those in the place that the request names, and a form has not been read yet.
  if (typeof input === 'function') throw new Error(`${call.name} is a form, so it cannot ask for a role`)
  const roles = await rolesOf(call, actor, input)
  if (!roles) throw new Refusal('NOT_FOUND')
  if (!may(roles, call.permission)) throw new Refusal('FORBIDDEN')
}

/** While developing and testing, an answer or a refusal that the contract does not declare is as loud as a crash. */
function checked<C extends Call>(call: C, handler: Handler<C>): Handler<C> {
  return async (input, context) => {
    try {
      const data = await handler(input, context)
      return typeof call.response === 'string' ? data : (call.response.parse(data) as ResponseOf<C>)
    } catch (error) {
      if (!(error instanceof Refusal) || errcodes(call).includes(error.errcode)) throw error
      throw new Error(`${call.name} answered ${error.errcode}, which its contract does not declare`)
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
    /** The name of a request of a protocol that is none of ours, for the log and the metrics. */
    spoken?: string
    /** Its handler reads the body off the wire, and says when it may come. */
    readsBytes?: boolean
  }
  interface FastifyRequest {
    actor: Caller | FileActor | undefined
  }
}
