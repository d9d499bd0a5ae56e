import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Refusal } from '../errors.ts'
import type { S3Settings } from './blob-url.ts'
import { textOf } from './s3-xml.ts'

const TRIES = 3
/** What stores call it when there is no room. */
const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'InsufficientCapacity'])

export interface S3Request {
  /** Empty for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** How long it may take until the head of the answer. */
  patienceMs?: number
  tries?: number
}

/** What the store said, for whoever reads the log. */
class S3Failure extends Error {
  readonly status: number
  readonly code: string

  constructor(what: string, status: number, code: string) {
    super(`${what} answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

class NoAnswer extends Error {
  constructor(patienceMs: number) {
    super(`No answer within ${patienceMs} ms`)
  }
}

export type S3Client = ReturnType<typeof createS3Client>

/** Requests to one bucket, signed, each tried again where that can help. 404 is an answer; all other failures are refusals. */
export function createS3Client(settings: S3Settings) {
  const { endpoint, bucket, key: accessKeyId, secret, region } = settings
  const cache = new Map<string, ArrayBuffer>()

  async function send(method: string, request: S3Request): Promise<Response> {
    const { key = '', query = {}, headers = {}, body, patienceMs = settings.patienceMs } = request
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': await sha256(body), ...headers },
      accessKeyId,
      secretAccessKey: secret,
      region,
      service: 's3',
      cache,
    }).sign()
    // Only until the head: a body may take as long as it takes.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(new NoAnswer(patienceMs)), patienceMs)
    return fetch(signed.url, { method, headers: signed.headers, body: body ?? null, signal: patience.signal }).finally(
      () => clearTimeout(timer),
    )
  }

  /** Every request of ours may come twice: each puts or removes one thing whole. */
  async function request(method: string, what: S3Request = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const again = attempt < (what.tries ?? TRIES)
      try {
        const response = await send(method, what)
        if (response.ok || response.status === 404) return response
        const failure = await failureOf(`${method} ${what.key ?? bucket}`, response)
        if (!again || response.status < 500 || response.status === 507) throw refusalOf(failure)
      } catch (error) {
        if (error instanceof Refusal) throw error
        // Somebody waits for it: a store that hangs is not waited for three times.
        if (!again || error instanceof NoAnswer) throw new Refusal('STORAGE_DOWN', { cause: reasonOf(error) })
      }
      await delay(100 * 4 ** attempt * (0.5 + Math.random() / 2))
    }
  }

  return {
    bucket,
    patienceMs: settings.patienceMs,
    request,

    /** For answers that are documents. Some stores say 200 first and then, in the document, that it failed. */
    async ask(method: string, what: S3Request): Promise<string> {
      const response = await request(method, what)
      const text = await withPatience(response.text(), what.patienceMs ?? settings.patienceMs).catch(error => {
        throw new Refusal('STORAGE_DOWN', { cause: reasonOf(error) })
      })
      if (response.ok && !text.includes('<Error>')) return text
      throw refusalOf(new S3Failure(`${method} ${what.key ?? bucket}`, response.status, textOf(text, 'Code')))
    },
  }
}

/** What it waits for, or a failure where that takes too long. */
export async function withPatience<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NoAnswer(patienceMs)), patienceMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** The store compares it with what arrives. Computed by a thread of Node's own. */
async function sha256(body: Uint8Array<ArrayBuffer> | undefined): Promise<string> {
  return body ? Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex') : emptyHash
}

async function failureOf(what: string, response: Response): Promise<S3Failure> {
  const text = await response.text().catch(() => '')
  return new S3Failure(what, response.status, textOf(text, 'Code'))
}

const refusalOf = (failure: S3Failure) =>
  new Refusal(failure.status === 507 || full.has(failure.code) ? 'STORAGE_FULL' : 'STORAGE_DOWN', { cause: failure })

/** fetch says "fetch failed" and hides why. */
export const reasonOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error
