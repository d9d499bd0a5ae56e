import type { Call, RequestOf, ResponseOf } from '@plinth/contract/call'
import { type Ask, createClient } from '@plinth/contract/client'
import type { CallError } from '@plinth/contract/errors'
import { fileTokenLifetimeMs } from '@plinth/contract/file-token'
import { filestoreToken } from '@plinth/contract/filestores'
import { ask } from './api.ts'
import { getCredentials } from './credentials.ts'

/** Which filestore: part of every call of the file service, by the token that it gives. */
export interface Store {
  orgid: string
  projectid: string
  fsid: string
}

/** What the file service and its events call it. */
export const nsnameOf = ({ orgid, projectid, fsid }: Store) => `${orgid}/${projectid}/${fsid}`

type Answer<T> = [data: T, error: null] | [data: null, error: CallError]

/** Section 9 of the specification. */
const timeoutMs = 5_000
const mostTries = 2
const pauseMs = 2_000
/** A token is renewed this long before it ends, so that none ends on its way. */
const spareMs = 60_000

interface FileClientOptions {
  /** Calls of the account service, which hands the tokens out. */
  ask: Ask
  /** What the account service knows the user by. */
  apiKey: () => string | undefined
  origin?: string
  send?: typeof fetch
  pause?: (ms: number) => Promise<void>
}

interface Held {
  asked: Promise<Answer<string>>
  until: number
}

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

const refusal = (msg: string): CallError => ({
  ...{ status: 0, errcode: 'CLIENT_ERROR', msg },
  errdata: { code: 'CLIENT_ERROR', data: null, msg },
})

const notOpen = 'This filestore is not open to you any more.'

/** No answer, or a server that stumbled. A refusal stays a refusal however often one asks. */
const worthAnotherTry = ({ errcode, status }: CallError) =>
  errcode === 'CLIENT_ERROR' || (status >= 500 && status !== 507)

/** The one way to the file service. It never throws. */
export function createFileClient({ ask, apiKey, origin = '', send, pause = wait }: FileClientOptions) {
  const held = new Map<string, Held>()
  const keyOf = ({ orgid, projectid, fsid }: Store) => `${apiKey()} ${orgid}/${projectid}/${fsid}`

  async function newToken({ orgid, projectid, fsid }: Store): Promise<Answer<string>> {
    const [data, error] = await ask(filestoreToken, { orgid, projectid, fsid })
    // Not a file that is missing, as the same word would say elsewhere.
    if (error?.errcode === 'NOT_FOUND') return [null, { ...error, errcode: 'FILE_TOKEN_OTHER', msg: notOpen }]
    if (error) return [null, error]
    return data.token ? [data.token, null] : [null, refusal('Token is invalid')]
  }

  /** Those who ask at the same time share one. */
  async function tokenOf(store: Store): Promise<Answer<string>> {
    if (!apiKey()) return [null, refusal('Api key is invalid')]
    if (!store.orgid || !store.projectid || !store.fsid) return [null, refusal('Endpoint is invalid')]
    const key = keyOf(store)
    const known = held.get(key)
    if (known && Date.now() < known.until) return known.asked
    // By this clock alone: the server's may differ.
    const asked = newToken(store)
    held.set(key, { asked, until: Date.now() + fileTokenLifetimeMs - spareMs })
    const answer = await asked
    if (answer[1]) held.delete(key)
    return answer
  }

  async function once<C extends Call>(store: Store, call: C, request: RequestOf<C>, signal?: AbortSignal) {
    const attempt = async (): Promise<Answer<ResponseOf<C>>> => {
      const [token, error] = await tokenOf(store)
      if (error) return [null, error]
      return createClient({ origin, token: () => token, timeoutMs, send })(call, request, signal)
    }
    const answer = await attempt()
    if (answer[1]?.errcode !== 'FILE_TOKEN_EXPIRED') return answer
    held.delete(keyOf(store))
    return attempt()
  }

  async function askFile<C extends Call>(
    store: Store,
    call: C,
    request: RequestOf<C>,
    signal?: AbortSignal,
  ): Promise<Answer<ResponseOf<C>>> {
    const first = await once(store, call, request, signal)
    let last = first
    for (let tries = 1; tries < mostTries && last[1] && worthAnotherTry(last[1]) && !signal?.aborted; tries++) {
      await pause(pauseMs)
      last = await once(store, call, request, signal)
    }
    // A change whose answer was lost may have happened: what the second try says of it ('taken', 'not there') is no answer.
    const changed = call.method !== 'GET' && last !== first && last[1] && last[1].status >= 400 && last[1].status < 500
    return changed ? first : last
  }

  /** One that the server says is over, whatever our clock says. */
  const dropToken = (store: Store) => void held.delete(keyOf(store))

  return { askFile, tokenOf, dropToken }
}

export const {
  askFile,
  tokenOf: fileToken,
  dropToken: dropFileToken,
} = createFileClient({ ask, apiKey: () => getCredentials()?.accesstoken })

/** The same in the way react-query wants to hear it. */
export async function answerFile<C extends Call>(
  store: Store,
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<ResponseOf<C>> {
  const [data, error] = await askFile(store, call, request, signal)
  if (error) throw error
  return data
}
