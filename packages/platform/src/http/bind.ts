import { apiBase, type Call, errcodes, type InputOf, type ResponseOf, type Scope } from '@plinth/contract/call'
import { may } from '@plinth/contract/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { TokenActor } from '../access-tokens.ts'
import { Refusal } from '../errors.ts'

/** A person who signed in: known by the bearer token, never by what the request says. */
export interface Actor {
  userid: string
  sessionid: string
}

/** Who calls: a person, or a script in a person's name. */
export type Caller = Actor | TokenActor

/** Only a call that names a scope can meet a script, so all others may count on a session. */
type CallerOf<C extends Call> = C['auth'] extends 'none' ? undefined : C['scope'] extends Scope ? Caller : Actor

interface Context<C extends Call> {
  actor: CallerOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<C extends Call> = (input: InputOf<C>, context: Context<C>) => Promise<ResponseOf<C>>

export type Bind = <C extends Call>(call: C, handler: Handler<C>) => void

export interface BindOptions {
  authenticate: (token: string) => Promise<Caller | null>
  /** The caller's roles in the scope of a permission, null where the caller has no business there. */
  rolesOf: (call: Call, actor: Caller, input: Record<string, unknown>) => Promise<readonly string[] | null>
  /** Hold each answer against the contract: an undeclared field, status or errcode is a failure. */
  checkAnswers: boolean
}

/** Makes routes of the contract's calls. What a call declares is enforced here, so a handler cannot forget it. */
export function createBind(http: FastifyInstance, options: BindOptions): Bind {
  return (call, handler) => {
    const answer = options.checkAnswers ? checked(call, handler) : handler
    http.route({
      method: call.method,
      url: apiBase + call.path,
      config: { call },
      handler: async (request, reply) => {
        const actor = call.auth === 'none' ? undefined : await actorOf(request, options)
        request.actor = actor
        if (actor && 'tokenid' in actor) refuseBeyondScope(call, actor)
        const input = parse(call.request, call.method === 'GET' ? request.query : request.body)
        if (actor) await authorise(call, actor, input, options)
        const data = await answer(input as never, { actor: actor as never, request, reply })
        return typeof call.response === 'string' ? reply : { data }
      },
    })
  }
}

async function actorOf(request: FastifyRequest, { authenticate }: BindOptions): Promise<Caller> {
  const [, token] = /^Bearer ([\w.~+/-]{1,4096}=*)$/.exec(request.headers.authorization ?? '') ?? []
  const actor = token ? await authenticate(token) : null
  if (!actor) throw new Refusal('UNAUTHENTICATED')
  return actor
}

function refuseBeyondScope({ scope }: Call, actor: TokenActor): void {
  if (scope === undefined || (scope === 'write' && actor.scope !== 'write')) throw new Refusal('TOKEN_SCOPE')
}

/** Where the contract has no sentence of its own for a value that is missing or of another kind. */
const plainly = ({ code, input }: { code?: string; input?: unknown }) => {
  if (code !== 'invalid_type') return undefined
  return input === undefined ? 'This is required.' : 'This is not the kind of value that belongs here.'
}

function parse<T extends z.ZodObject>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {}, { error: plainly })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  throw new Refusal('BAD_INPUT', { data: { fields } })
}

async function authorise(call: Call, actor: Caller, input: Record<string, unknown>, { rolesOf }: BindOptions) {
  if (call.permission === 'anyone' || call.permission === 'self') return
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
  }
  interface FastifyRequest {
    actor: Caller | undefined
  }
}
