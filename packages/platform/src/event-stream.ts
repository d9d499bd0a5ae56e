import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { Events, Message } from './events.ts'
import { type Caller, viaOf } from './http/bind.ts'
import { oneAtATime } from './one-at-a-time.ts'

const HEARTBEAT_MS = 20_000
/** Some thousand events. Whoever is behind by more is cut off; coming back resumes or starts afresh. */
const MOST_BUFFERED = 1024 * 1024

/** Of one account. A browser has one for all its tabs; whoever has more than this takes the room of others. */
const MOST_STREAMS = 64

const endings = new Set<string>(['session.ended', 'token.ended'])
/** After one of these the caller may belong to other places than before. */
const moves = new Set<string>(['orgs.changed', 'projects.changed'])
/** As long as a timer can run. */
const LONGEST_MS = 2 ** 31 - 1

interface Reader {
  actor: Caller
  /** For how many milliseconds it has been asking other calls, if this is its first stream. */
  age?: number
}

/**
 * Answers with the events of the caller's own topics, and of `topicsOf` the caller, as server-sent events. Ends with the
 * session or the access token, with the server, and with the reader.
 */
export function createEventStreams(
  events: Events,
  topicsOf: (userid: string) => Promise<string[]> = async () => [],
): (reader: Reader, request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const count = createCount()

  return async ({ actor, age }, request, reply) => {
    const ownTopic = viaOf(actor)
    const own = [`user:${actor.userid}`, ownTopic]
    const topics = new Set([...own, ...(await topicsOf(actor.userid))])
    /** Somebody joined or left: from now on the stream tells of the places they belong to now. What was asked last decides. */
    const follow = oneAtATime(async () => {
      const joined = await topicsOf(actor.userid)
      topics.clear()
      for (const topic of [...own, ...joined]) topics.add(topic)
    })
    const giveBack = count.take(actor.userid)
    const stream = openStream(reply)
    stream.onClose(giveBack)
    if ('expiresat' in actor) stream.endAt(actor.expiresat)
    try {
      const unsubscribe = await events.subscribe({
        topics,
        after: placeOf(request.headers['last-event-id']),
        age,
        deliver(message) {
          stream.send(message)
          if (endings.has(message.event.type)) stream.end()
          if (moves.has(message.event.type)) follow().catch(stream.end)
        },
        ended: stream.end,
      })
      stream.onClose(unsubscribe)
      // The session or token may have ended after the token was checked and before the subscription began.
      if (await events.has(ownTopic)) stream.end()
    } catch (error) {
      stream.end()
      throw error
    }
  }
}

/** Of the streams each account has open here. Each node counts its own: what a stream takes is the room of its node. */
function createCount() {
  const open = new Map<string, number>()
  return {
    /** Answers with the way to give it back. */
    take(userid: string): () => void {
      const taken = open.get(userid) ?? 0
      if (taken >= MOST_STREAMS) throw new Refusal('TOO_MANY_TRIES', { retryAfterMs: HEARTBEAT_MS })
      open.set(userid, taken + 1)
      return () => {
        const left = (open.get(userid) ?? 0) - 1
        if (left > 0) open.set(userid, left)
        else open.delete(userid)
      }
    },
  }
}

/** What is no number of ours is a place nobody knows, which is not the same as none. */
function placeOf(lastEventId: string | string[] | undefined): number | undefined {
  if (lastEventId === undefined) return undefined
  return /^\d{1,15}$/.test(String(lastEventId)) ? Number(lastEventId) : Number.NaN
}

function openStream(reply: FastifyReply) {
  reply.hijack()
  const { raw } = reply
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  // Fastify sends none of its headers once the reply is hijacked.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  // Not all at the same moment, when a node restarts.
  write(`retry: ${1_000 + Math.round(Math.random() * 2_000)}\n\n`)
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS).unref()
  raw.on('close', () => clearInterval(heartbeat))
  raw.on('error', () => raw.destroy())

  function write(text: string): void {
    if (raw.writableEnded || raw.destroyed) return
    if (raw.writableLength > MOST_BUFFERED) raw.destroy()
    else raw.write(text)
  }

  return {
    send: ({ id, event }: Message) => write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`),
    end: () => void raw.end(),
    /** Earlier where that is further away than a timer goes: the reader comes back and is asked for its token again. */
    endAt(time: number) {
      const timer = setTimeout(() => raw.end(), Math.min(time - Date.now(), LONGEST_MS)).unref()
      raw.on('close', () => clearTimeout(timer))
    },
    onClose(work: () => void) {
      if (raw.closed || raw.destroyed) work()
      else raw.on('close', work)
    },
  }
}
