import { apiBase, type Call, type RequestOf, type ResponseOf } from './call.ts'
import { type CallError, type ClientErrcode, clientErrors, errors, timedOutMsg } from './errors.ts'

type Answer<T> = [data: T, error: null] | [data: null, error: CallError]

export interface ClientOptions {
  /** Where the services are; the page's own origin by default. */
  origin?: string
  /** Asked anew for each call, so a token that changed meanwhile is used at once. */
  token?: () => string | undefined
  /** Called when the server no longer knows the token that was sent. */
  onTokenDied?: (token: string) => void
  timeoutMs?: number
  /** How a request is sent, where it is not plain `fetch`. */
  send?: typeof fetch
}

export type Ask = <C extends Call>(
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
) => Promise<Answer<ResponseOf<C>>>

/** The one client of the contract: `const [data, error] = await ask(signin, { userid, password })`. It never throws. */
export function createClient({
  origin = '',
  token,
  onTokenDied,
  timeoutMs = 15_000,
  send = fetch,
}: ClientOptions = {}): Ask {
  return async (call, request, signal) => {
    const sent = call.auth === 'none' ? undefined : token?.()
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await send(origin + urlOf(call, request), {
        method: call.method,
        headers: {
          ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
          ...(sent ? { authorization: `Bearer ${sent}` } : {}),
        },
        ...(call.method === 'GET' ? {} : { body: JSON.stringify(request) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const answer = await answerOf<ResponseOf<typeof call>>(response)
      if (answer[1]?.errcode === 'UNAUTHENTICATED' && sent) onTokenDied?.(sent)
      return answer
    } catch {
      return [null, clientError('CLIENT_ERROR', timeout.aborted ? timedOutMsg : undefined)]
    }
  }
}

function clientError(errcode: ClientErrcode, msg: string = clientErrors[errcode]): CallError {
  return { status: 0, errcode, msg, errdata: { code: errcode, data: null, msg } }
}

export function urlOf(call: Call, request: Record<string, unknown>): string {
  const url = apiBase + call.path
  if (call.method !== 'GET') return url
  const given = Object.entries(request).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return query ? `${url}?${query}` : url
}

function withRetryAfter(error: CallError, { headers }: Response): CallError {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { ...error, retryAfter: seconds } : error
}

export async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text()
  try {
    const body = JSON.parse(text)
    if (response.ok && 'data' in body) return [body.data, null]
    if (!response.ok && typeof body.errcode === 'string') return [null, withRetryAfter(body, response)]
  } catch {
    // Not JSON: a proxy's page, or an answer cut short. Handled below like any other answer that is not ours.
  }
  const [, msg] = errors.SERVER_ERROR
  return [
    null,
    { status: response.status, errcode: 'SERVER_ERROR', msg, errdata: { code: 'SERVER_ERROR', data: null, msg } },
  ]
}
