import type { Call, RequestOf } from '@plinth/contract/call'
import { answerOf, urlOf } from '@plinth/contract/client'
import { type CallError, clientErrors } from '@plinth/contract/errors'
import { createTicket } from '@plinth/contract/files'
import { askFile, dropFileToken, fileToken, type Store } from './file-client.ts'

/*
 * Two ways to a file's bytes. What the page itself reads (a thumbnail, a text) comes with the token, like every call. What the
 * browser is to fetch by itself (a video in parts, a document) needs an address, since an element sends no token.
 */

type Answer<T> = [data: T, error: null] | [data: null, error: CallError]

/** An address for an element that shows the file, good for 15 minutes. It takes ranges, so one can seek. */
export const inlineAddress = (store: Store, objectid: string, versionno?: number) =>
  askFile(store, createTicket, { objectid, disposition: 'inline', ...(versionno ? { versionno } : {}) })

/** The answer to a call that answers bytes. The browser keeps them where the server lets it. It never throws. */
export async function fetchBytes<C extends Call>(
  store: Store,
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<Answer<Response>> {
  const first = await fetchOnce(store, urlOf(call, request), signal)
  if (first[1]?.errcode !== 'FILE_TOKEN_EXPIRED') return first
  dropFileToken(store)
  return fetchOnce(store, urlOf(call, request), signal)
}

async function fetchOnce(store: Store, url: string, signal: AbortSignal | undefined): Promise<Answer<Response>> {
  const [token, error] = await fileToken(store)
  if (error) return [null, error]
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(url, { headers, ...(signal ? { signal } : {}) })
    if (response.ok) return [response, null]
    const [, refused] = await answerOf<never>(response)
    return [null, refused ?? lost]
  } catch {
    return [null, lost]
  }
}

const lost: CallError = {
  ...{ status: 0, errcode: 'CLIENT_ERROR', msg: clientErrors.CLIENT_ERROR },
  errdata: { code: 'CLIENT_ERROR', data: null, msg: clientErrors.CLIENT_ERROR },
}
