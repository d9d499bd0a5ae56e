import { apiBase } from '@plinth/contract/call'
import { clientErrors, errorBody } from '@plinth/contract/errors'
import { uploadShared } from '@plinth/contract/shares'
import { useSyncExternalStore } from 'react'
import type { Held } from './queries.ts'

export interface Sending {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  sent: number
  /** The name that it got, or what went wrong. */
  words?: string
}

/** The files that were given, sent one after the other. Where the pass runs out on the way, they wait for the next one. */
export function createSender(first: Held, onBroken: () => void) {
  let held = first
  let all: readonly Sending[] = []
  let busy = false
  let locked = false
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
      const { id, file } = next
      change(id, { state: 'sending', sent: 0 })
      const came = await send(held, file, sent => change(id, { sent }))
      locked = came === 'locked'
      change(id, came === 'locked' ? { state: 'waiting' } : came)
      // Whoever is refused in the middle of a large file finds the line closed, and does not hear why.
      if (came !== 'locked' && came.words === clientErrors.CLIENT_ERROR) onBroken()
    }
    busy = false
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
      const from = all.length
      set([...all, ...files.map((file, at) => ({ id: from + at, file, state: 'waiting' as const, sent: 0 }))])
      void work()
    },
    again(id: number) {
      change(id, { state: 'waiting' })
      void work()
    },
  }
}

export type Sender = ReturnType<typeof createSender>

export const useSending = (sender: Sender) => ({
  sending: useSyncExternalStore(sender.subscribe, sender.now),
  locked: useSyncExternalStore(sender.subscribe, sender.isLocked),
})

const firstWaiting = (all: readonly Sending[]) => all.find(({ state }) => state === 'waiting')

/** Whoever sends it has no trash to empty, and knows no admin. */
const wordsOf = ({ errcode, msg }: { errcode: string; msg: string }) =>
  errcode === 'QUOTA_FULL' ? 'There is not enough room left for this. Tell whoever sent you the link.' : msg

/** By XMLHttpRequest: fetch does not tell how far it is. */
function send(
  { token, pass }: Held,
  file: File,
  onSent: (bytes: number) => void,
): Promise<Partial<Sending> | 'locked'> {
  const form = new FormData()
  form.append('token', token)
  if (pass) form.append('pass', pass)
  form.append('filename', file.name)
  form.append('file', file)
  const request = new XMLHttpRequest()
  request.open(uploadShared.method, apiBase + uploadShared.path)
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size))
  return new Promise(resolve => {
    const failed = (words: string) => resolve({ state: 'failed', words })
    request.onload = () => {
      if (request.status === 200)
        return resolve({ state: 'done', sent: file.size, words: request.response.data.objname })
      const refused = errorBody.safeParse(request.response)
      if (refused.data?.errcode === 'SHARE_PASSWORD') return resolve('locked')
      failed(refused.success ? wordsOf(refused.data) : clientErrors.CLIENT_ERROR)
    }
    request.onerror = () => failed(clientErrors.CLIENT_ERROR)
    request.onabort = () => failed(clientErrors.CLIENT_ERROR)
    request.send(form)
  })
}
