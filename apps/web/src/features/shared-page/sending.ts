import { apiBase } from '@plinth/contract/call'
import type { CallError } from '@plinth/contract/errors'
import { shareInfo, uploadShared } from '@plinth/contract/shares'
import { useSyncExternalStore } from 'react'
import { ask } from '../../lib/api.ts'
import { isUnreachable, notOurs, pause, pauseAfter } from '../../lib/reaching.ts'
import { type Outgoing, send } from '../../lib/transport.ts'
import type { Held } from './queries.ts'

export interface Sending {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  sent: number
  /** No answer comes at present. It goes on by itself. */
  stalled?: boolean
  /** The name that it got, or what went wrong. */
  words?: string
}

type Outcome = Partial<Sending> | 'locked'

/**
 * So often a file is begun although the link answers: the line may have broken for a moment. Or it breaks with each try, because the
 * server closes it on a large file that it refuses, or because the file cannot be read any more.
 */
const mostTries = 3

/** The files that were given, sent one after the other. Where nobody answers, or the pass runs out on the way, they wait. */
export function createSender(first: Held, onRefused: () => void) {
  let held = first
  let all: readonly Sending[] = []
  let given = 0
  let busy = false
  let locked = false
  let underWay: { id: number; stop: AbortController } | undefined
  const listeners = new Set<() => void>()

  function set(next: readonly Sending[]): void {
    all = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, change: Partial<Sending>) =>
    set(all.map(one => (one.id === id ? { ...one, ...change } : one)))

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    for (let next = firstWaiting(all); next && !locked; next = firstWaiting(all)) {
      const { id } = next
      const stop = new AbortController()
      underWay = { id, stop }
      // It ends by itself where it was cancelled, and is not in the list any more.
      const came = await carry(next, stop.signal).catch((): Outcome => ({}))
      locked = came === 'locked'
      change(id, { ...(came === 'locked' ? { state: 'waiting' } : came), stalled: false })
    }
    busy = false
  }

  async function carry({ id, file }: Sending, signal: AbortSignal): Promise<Outcome> {
    for (let tries = 1; ; ) {
      change(id, { state: 'sending', sent: 0, stalled: false })
      const onProgress = (loaded: number) => change(id, { sent: Math.min(loaded, file.size) })
      const [objname, error] = await deliver(held, file, { signal, onProgress })
      if (!error) return { state: 'done', words: objname }
      if (!isUnreachable(error)) return outcomeOf(error)
      change(id, { sent: 0, stalled: true })
      const { refusal, atOnce } = await untilAnswered(signal)
      if (refusal) return outcomeOf(refusal)
      tries = atOnce ? tries + 1 : 1
      if (tries > mostTries) return outcomeOf(error)
    }
  }

  /** Whoever is refused in the middle of a large file finds the line closed, and does not hear why: the link says it. */
  async function untilAnswered(signal: AbortSignal) {
    const online = navigator.onLine
    for (let asked = 0; ; asked++) {
      await pause(pauseAfter(asked), signal)
      const [, refusal] = await ask(shareInfo, held, signal)
      if (refusal && isUnreachable(refusal)) continue
      if (refusal) onRefused()
      return { refusal, atOnce: online && asked === 0 }
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    now: () => all,
    isLocked: () => locked,
    hold(next: Held) {
      if (next.pass === held.pass) return
      held = next
      locked = false
      void work()
    },
    add(files: readonly File[]) {
      set([...all, ...files.map(file => ({ id: given++, file, state: 'waiting' as const, sent: 0 }))])
      void work()
    },
    /** One of those that failed, or all of them. */
    again(id?: number) {
      const wanted = (one: Sending) => one.state === 'failed' && (id === undefined || one.id === id)
      set(all.map(one => (wanted(one) ? { ...one, state: 'waiting' } : one)))
      void work()
    },
    cancel(id: number) {
      set(all.filter(one => one.id !== id))
      if (underWay?.id === id) underWay.stop.abort()
    },
  }
}

type Sender = ReturnType<typeof createSender>

export const useSending = (sender: Sender) => ({
  sending: useSyncExternalStore(sender.subscribe, sender.now),
  locked: useSyncExternalStore(sender.subscribe, sender.isLocked),
})

const firstWaiting = (all: readonly Sending[]) => all.find(({ state }) => state === 'waiting')

type Failure = Pick<CallError, 'status' | 'errcode' | 'msg'>

const outcomeOf = (failure: Failure): Outcome =>
  failure.errcode === 'SHARE_PASSWORD' ? 'locked' : { state: 'failed', words: wordsOf(failure) }

/** Whoever sends it has no trash to empty, and knows no admin. */
const wordsOf = ({ errcode, msg }: Failure) =>
  errcode === 'QUOTA_FULL' ? 'There is not enough room left for this. Tell whoever sent you the link.' : msg

/** Whoever gives up too early begins at the first byte again. */
const patienceMs = 60_000

async function deliver(
  { token, pass }: Held,
  file: File,
  way: Required<Pick<Outgoing, 'signal' | 'onProgress'>>,
): Promise<[objname: string, error: null] | [objname: null, error: Failure]> {
  const body = new FormData()
  body.append('token', token)
  if (pass) body.append('pass', pass)
  body.append('filename', file.name)
  if (file.lastModified >= 0) body.append('lastmodified', String(file.lastModified))
  body.append('file', file)
  const url = apiBase + uploadShared.path
  const answered = await send({ method: uploadShared.method, url, headers: {}, body, patienceMs, ...way })
  if (!answered.ok) return [null, answered.error]
  const objname = nameIn(answered.text())
  return objname === undefined ? [null, notOurs] : [objname, null]
}

function nameIn(text: string): string | undefined {
  try {
    return JSON.parse(text).data.objname
  } catch {
    return undefined
  }
}
