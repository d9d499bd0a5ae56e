import { type CallError, clientErrors } from '@plinth/contract/errors'

const longestPauseMs = 30_000

type Told = Partial<Pick<CallError, 'status' | 'errcode'>>

/** What lies in between says in many ways that it does not reach the server: from 520 on, or by a 404 that is none of ours. */
export const isUnreachable = ({ status = 500, errcode }: Told) =>
  status === 0 || (status >= 502 && status <= 504) || status >= 520 || (status === 404 && errcode === 'SERVER_ERROR')

/**
 * What lies in between answered itself: a page to sign in there comes as a success, and where it has no server to pass things on to
 * for a while, some say 404. Both count as a server that cannot be reached.
 */
export const notOurs = { status: 502, errcode: 'SERVER_ERROR', msg: clientErrors.CLIENT_ERROR } as const

/** Longer with each try that brought nothing. */
export const pauseAfter = (tries: number) => Math.min(1_000 * 2 ** tries, longestPauseMs)

/** Waits, but not longer than until the browser is back online. While it is offline, for as long as that takes. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = navigator.onLine ? setTimeout(done, ms) : undefined
    function clear(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', stop)
    }
    function done(): void {
      clear()
      resolve()
    }
    function stop(): void {
      clear()
      reject(signal.reason)
    }
    if (signal.aborted) return stop()
    window.addEventListener('online', done)
    signal.addEventListener('abort', stop)
  })
}
