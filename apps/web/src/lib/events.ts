import { apiBase } from '@plinth/contract/call'
import { type Event, events } from '@plinth/contract/events'
import { dropToken, getCredentials, subscribeCredentials } from './credentials.ts'
import { createSseParser, type SseMessage } from './sse.ts'

type Type = Event['type']
type Listener = (data: Event['data']) => void

const name = 'plinth-events'
/** The server writes at least a comment this often; a longer silence means that the line is dead. */
const silenceMs = 60_000
const longestWaitMs = 30_000
/** How often a tab looks whether it still hears from the one that holds the connection. */
const lookMs = 15_000

const listeners = new Map<Type, Set<Listener>>()
let lastId = ''

/** Since when this page has been asking as the one who is signed in. What happens from then on it has to hear. */
let since = Date.now()
let askedWith = getCredentials()?.accesstoken
subscribeCredentials(() => {
  const token = getCredentials()?.accesstoken
  if (token === askedWith) return
  askedWith = token
  since = Date.now()
  lastId = ''
})

/** The tab that holds the connection tells the others, which listen before they ask for anything. */
const channel = new BroadcastChannel(name)
channel.onmessage = ({ data }: MessageEvent<SseMessage>) => deliver(data)

/** And that it still hears something, beside the other: a tab of an earlier release would take that for an event. */
const pulse = new BroadcastChannel(`${name}-pulse`)
let feltAt = performance.now()
pulse.onmessage = () => {
  feltAt = performance.now()
}

/** Calls `listener` for each event of the type, whichever tab holds the connection. Answers how to stop. */
export function onEvent(type: Type, listener: Listener): () => void {
  const set = listeners.get(type) ?? new Set()
  listeners.set(type, set.add(listener))
  return () => set.delete(listener)
}

/** Keeps one connection for all tabs while somebody is signed in: that of the tab that holds the lock. */
export function startEvents(token: string): () => void {
  const stop = new AbortController()
  let listens = false
  const lead = () => {
    listens = true
    return listen(token, stop.signal, tell, () => pulse.postMessage(null))
  }
  const tell = (message: SseMessage) => {
    deliver(message)
    channel.postMessage(message)
  }
  const alone = () => {
    listens = true
    return listen(token, stop.signal, deliver)
  }
  // A browser that keeps nothing for the site may refuse it the locks too.
  if (navigator.locks) navigator.locks.request(name, { signal: stop.signal }, lead).catch(alone)
  else void alone()
  standIn(token, stop.signal, () => listens)
  const unsubscribe = onEvent('session.ended', () => dropToken(token))
  return () => {
    unsubscribe()
    stop.abort()
  }
}

/**
 * A phone stops a tab that is out of sight, and the tab keeps its lock. Whoever hears nothing from the one that holds the
 * connection has one of their own until that one is back.
 */
function standIn(token: string, stop: AbortSignal, listens: () => boolean): void {
  let own: AbortController | undefined
  feltAt = performance.now()
  const look = () => {
    const isNeeded = !listens() && performance.now() - feltAt > silenceMs
    if (!isNeeded) {
      own?.abort()
      own = undefined
    } else if (!own && !document.hidden) {
      own = new AbortController()
      void listen(token, AbortSignal.any([stop, own.signal]), deliver)
    }
  }
  const timer = setInterval(look, lookMs)
  document.addEventListener('visibilitychange', look)
  stop.addEventListener('abort', () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  })
}

function deliver({ data, id }: SseMessage): void {
  lastId = id
  const heard: Event = JSON.parse(data)
  // A newer server may say what this page does not know yet: nobody listens to that, and the next full load understands it.
  for (const listener of listeners.get(heard.type) ?? []) listener(heard.data)
}

type Tell = (message: SseMessage) => void

async function listen(token: string, stop: AbortSignal, tell: Tell, onSound?: () => void): Promise<void> {
  let failures = 0
  while (!stop.aborted && getCredentials()?.accesstoken === token) {
    const heard = await connect(token, stop, tell, onSound)
    if (heard === 'dead token') return dropToken(token)
    failures = heard === 'something' ? 0 : failures + 1
    await pause(Math.min(1000 * 2 ** failures, longestWaitMs) * (0.5 + Math.random() / 2), stop)
  }
}

async function connect(token: string, stop: AbortSignal, tell: Tell, onSound?: () => void) {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let heard: 'something' | 'nothing' = 'nothing'
  try {
    // A clock that was set back since counts less than nothing, which the server would refuse.
    const age = Math.max(0, Date.now() - since)
    const response = await fetch(`${apiBase}${events.path}?age=${age}`, {
      headers: { authorization: `Bearer ${token}`, ...(lastId ? { 'last-event-id': lastId } : {}) },
      signal: AbortSignal.any([stop, silence.signal]),
    })
    if (response.status === 401) return 'dead token'
    if (!response.ok || !response.body) return heard
    const parse = createSseParser(tell)
    for await (const chunk of textOf(response.body)) {
      heard = 'something'
      onSound?.()
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      parse(chunk)
    }
  } catch {
    // The line broke, or we hung up: the caller decides what is next.
  } finally {
    clearTimeout(timer)
  }
  return heard
}

/** Not every browser can iterate a stream yet. */
async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
}

/** Waits, but not longer than until the browser is back online. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    stop.addEventListener('abort', done)
  })
}
