import { clientErrors, timedOutMsg } from '@plinth/contract/errors'
import type { Asks, Question, Reply, WorkerError } from './worker-protocol.ts'

type Answer<T> = [data: T, error: null] | [data: null, error: WorkerError]

/** What of a Worker is needed here. */
export interface Port {
  postMessage: (question: Question) => void
  terminate: () => void
  onmessage: ((event: MessageEvent<Reply>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

export interface WorkerClient {
  ask: <Type extends keyof Asks>(type: Type, data: Asks[Type]['request']) => Promise<Answer<Asks[Type]['response']>>
  close: () => void
  isClosed: () => boolean
}

const closed: WorkerError = { errcode: 'REF_CLOSED', msg: clientErrors.REF_CLOSED }
const timedOut: WorkerError = { errcode: 'CLIENT_ERROR', msg: timedOutMsg }

/** Asks the worker, and hands its answers on as pairs. It never throws, and nothing waits for ever. */
export function createWorkerClient(port: Port, timeoutMs: number): WorkerClient {
  const waiting = new Map<number, (reply: Reply) => void>()
  let lastId = 0
  let open = true

  port.onmessage = ({ data: reply }) => waiting.get(reply.id)?.(reply)
  // It could not be loaded, or broke: nobody is there to answer.
  port.onerror = close

  function close(): void {
    open = false
    port.terminate()
    for (const [id, answer] of waiting) answer({ id, data: null, error: closed })
  }

  function send(type: string, data: unknown): Promise<Reply> {
    const id = ++lastId
    if (!open) return Promise.resolve({ id, data: null, error: closed })
    return new Promise(resolve => {
      const timer = setTimeout(() => answer({ id, data: null, error: timedOut }), timeoutMs)
      const answer = (reply: Reply) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(reply)
      }
      waiting.set(id, answer)
      port.postMessage({ id, type, data })
    })
  }

  return {
    ask: async (type, data) => {
      const reply = await send(type, data)
      return reply.error ? [null, reply.error] : [reply.data as Asks[typeof type]['response'], null]
    },
    close,
    isClosed: () => !open,
  }
}
