import type * as z from 'zod'
import type { Errcode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** The path in front of every call of both services. */
export const apiBase = '/api/v1'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may knock: `none` signed out too, `token` a signed-in person, `file` the holder of a filestore's token. */
type Auth = 'none' | 'token' | 'file'

/** `write` includes `read`. */
export type Scope = 'read' | 'write'

/** A body that is not JSON, by its media type. */
type Stream = 'text/event-stream'

export interface Call<
  Req extends z.ZodObject = z.ZodObject,
  Res extends z.ZodType | Stream = z.ZodType | Stream,
  A extends Auth = Auth,
  S extends Scope | undefined = Scope | undefined,
> {
  /** One operation, one name: the operation id in OpenAPI, the label in logs and metrics. */
  readonly name: string
  readonly summary: string
  readonly method: Method
  readonly path: string
  readonly auth: A
  /** `self` concerns the caller alone; anything else is a row of the permission table. */
  readonly permission: 'anyone' | 'self' | Permission
  /** What a personal access token must allow for it. A call without one is for the signed-in person alone. */
  readonly scope?: S
  /** Of the query where the method is GET, of the JSON body otherwise. */
  readonly request: Req
  readonly response: Res
  /** What it can refuse with, besides what `errcodes` adds to every call. */
  readonly errors: readonly Errcode[]
  /** The specification's user calls carry the error's text as `errMsg` too. */
  readonly errMsg?: boolean
}

/** Declares a call. The service's route, the client, OpenAPI and the permission test all derive from what stands here. */
export const call = <
  Req extends z.ZodObject,
  Res extends z.ZodType | Stream,
  const A extends Auth,
  const S extends Scope | undefined = undefined,
>(
  declared: Call<Req, Res, A, S>,
) => declared

export type RequestOf<C> = C extends Call<infer Req> ? z.input<Req> : never
export type InputOf<C> = C extends Call<infer Req> ? z.output<Req> : never
export type ResponseOf<C> =
  C extends Call<z.ZodObject, infer Res> ? (Res extends z.ZodType ? z.output<Res> : undefined) : never

/** Every errcode the call can answer: the declared ones and those that its auth and permission bring along. */
export function errcodes(call: Call): Errcode[] {
  const codes = new Set<Errcode>([
    'BAD_INPUT',
    'TOO_LARGE',
    'UNSUPPORTED_TYPE',
    'TOO_MANY_TRIES',
    'SERVER_ERROR',
    'UNAVAILABLE',
  ])
  if (call.auth !== 'none') codes.add('UNAUTHENTICATED').add('TOKEN_SCOPE')
  if (call.permission !== 'anyone' && call.permission !== 'self')
    codes.add('FORBIDDEN').add('NOT_FOUND').add('TWO_FACTOR_REQUIRED')
  for (const code of call.errors) codes.add(code)
  return [...codes]
}
