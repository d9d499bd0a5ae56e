import type * as z from 'zod'
import type { Errcode } from './errors.ts'
import { isForEveryRole, type Permission } from './permissions.ts'

/** The path in front of every call of both services. */
export const apiBase = '/api/v1'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may knock: `none` signed out too, `token` a signed-in person, `file` the holder of a filestore's token, `service` one of us. */
type Auth = 'none' | 'token' | 'file' | 'service'

/** `write` includes `read`. */
export type Scope = 'read' | 'write'

/** A body that is not JSON, by its media type. */
type Stream = 'text/event-stream' | 'application/octet-stream' | 'application/zip' | 'image/webp'

/** A form with one part of bytes, named `file`, beside the fields of the request. Without it a request is JSON. */
type Body = 'multipart'

export interface Call<
  Req extends z.ZodObject = z.ZodObject,
  Res extends z.ZodType | Stream = z.ZodType | Stream,
  A extends Auth = Auth,
  S extends Scope | undefined = Scope | undefined,
  B extends Body | undefined = Body | undefined,
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
  /** Of the query where the method is GET, of the body otherwise. */
  readonly request: Req
  readonly body?: B
  /** Its JSON holds small files: it may take as long on its way as those would. */
  readonly carriesFiles?: true
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
  const B extends Body | undefined = undefined,
>(
  declared: Call<Req, Res, A, S, B>,
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
    'STORAGE_FULL',
    'STORAGE_DOWN',
  ])
  for (const code of [...authErrors(call), ...permissionErrors(call), ...call.errors]) codes.add(code)
  return [...codes]
}

function authErrors({ auth, scope }: Call): Errcode[] {
  if (auth === 'none') return []
  if (auth === 'file') return ['FILE_TOKEN_INVALID', 'FILE_TOKEN_EXPIRED', 'FILE_TOKEN_OTHER']
  if (auth === 'service') return ['SERVICE_TOKEN_INVALID']
  // Every token may read.
  return scope === 'read' ? ['UNAUTHENTICATED'] : ['UNAUTHENTICATED', 'TOKEN_SCOPE']
}

function permissionErrors({ auth, permission }: Call): Errcode[] {
  if (permission === 'anyone' || permission === 'self') return []
  if (auth === 'file') return isForEveryRole(permission) ? [] : ['FILE_LEVEL']
  const codes: Errcode[] = isForEveryRole(permission) ? ['NOT_FOUND'] : ['NOT_FOUND', 'FORBIDDEN']
  // Whoever will not turn it on must still be able to leave.
  return permission === 'org.leave' || permission === 'project.leave' ? codes : [...codes, 'TWO_FACTOR_REQUIRED']
}
