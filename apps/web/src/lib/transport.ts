import type { Call } from '@plinth/contract/call'
import { type CallError, clientErrors, errors, fieldErrors, timedOutMsg } from '@plinth/contract/errors'

export interface Outgoing {
  method: Call['method'] | 'PATCH' | 'HEAD'
  url: string
  headers: Record<string, string>
  body?: ArrayBuffer | Blob | FormData | string | undefined
  signal: AbortSignal
  onProgress?: (sent: number) => void
  /** So long without a byte that moves, and the connection counts as dead. */
  patienceMs: number
}

export type Answered = { header: (name: string) => string | null } & (
  | { ok: true; text: () => string }
  | { ok: false; error: CallError }
)

/** Storing the last piece of a large file may mean to read all of it once more. */
const answerPatienceMs = 120_000

/** One request with bytes. `fetch` cannot tell how much of them has left, so this is the older way. */
export function send({ method, url, headers, body, signal, onProgress, patienceMs }: Outgoing): Promise<Answered> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    let timedOut = false
    let timer: ReturnType<typeof setTimeout>
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timedOut = true
        request.abort()
      }, ms)
    }
    const stop = () => request.abort()
    request.upload.onprogress = ({ loaded }) => {
      onProgress?.(loaded)
      wait(patienceMs)
    }
    request.upload.onload = () => wait(answerPatienceMs)
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      if (signal.aborted) reject(signal.reason)
      else resolve(answeredBy(request, timedOut))
    }
    signal.addEventListener('abort', stop)
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    wait(body ? patienceMs : answerPatienceMs)
    request.send(body)
  })
}

function answeredBy(request: XMLHttpRequest, timedOut: boolean): Answered {
  const { status } = request
  const header = (name: string) => request.getResponseHeader(name)
  if (status >= 200 && status < 300) return { ok: true, header, text: () => request.responseText }
  if (status === 0) return { ok: false, header, error: errorOf(0, 'CLIENT_ERROR', timedOut ? timedOutMsg : undefined) }
  const seconds = Number(header('retry-after'))
  return { ok: false, header, error: { ...toldBy(request), ...(seconds > 0 ? { retryAfter: seconds } : {}) } }
}

/** The answer to HEAD has no body, so its status has to tell. */
const byStatus: Partial<Record<number, CallError['errcode']>> = {
  401: 'FILE_TOKEN_EXPIRED',
  403: 'FILE_LEVEL',
  404: 'NOT_FOUND',
  409: 'NAME_TAKEN',
  410: 'UPLOAD_GONE',
  423: 'UPLOAD_BUSY',
  503: 'UNAVAILABLE',
  507: 'QUOTA_FULL',
}

function toldBy({ status, responseText }: XMLHttpRequest): CallError {
  try {
    const body = JSON.parse(responseText)
    if (typeof body.errcode === 'string') return plainly({ ...body, status })
  } catch {
    // A proxy's page, or nothing at all.
  }
  return errorOf(status, byStatus[status] ?? 'SERVER_ERROR')
}

/** A row has room for one sentence: what is wrong says more than that something is. */
function plainly(error: CallError): CallError {
  const [sentence] = Object.values(fieldErrors(error))
  return sentence ? { ...error, msg: sentence } : error
}

const sentences: Record<string, string> = {
  ...clientErrors,
  ...Object.fromEntries(Object.entries(errors).map(([errcode, [, msg]]) => [errcode, msg])),
}

function errorOf(status: number, errcode: CallError['errcode'], told?: string): CallError {
  const msg = told ?? sentences[errcode] ?? ''
  return { status, errcode, msg, errdata: { code: errcode, data: null, msg } }
}
