import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Events, Message } from './events.ts'

const HEARTBEAT_MS = 20_000
/** Some thousand events. Whoever is behind by more is cut off; coming back resumes or starts afresh. */
const MOST_BUFFERED = 1024 * 1024

/**
 * Answers with the events of the caller's own topics, and of `topics`, as server-sent events. Ends with the session, with
 * the server, and with the reader.
 */
export async function streamEvents(
  events: Events,
  actor: { userid: string; sessionid: string },
  request: FastifyRequest,
  reply: FastifyReply,
  topics: Set<string> = new Set(),
): Promise<void> {
  const sessionTopic = `session:${actor.sessionid}`
  topics.add(`user:${actor.userid}`).add(sessionTopic)
  const stream = openStream(reply)
  try {
    const unsubscribe = await events.subscribe({
      topics,
      after: placeOf(request.headers['last-event-id']),
      deliver(message) {
        stream.send(message)
        if (message.event.type === 'session.ended') stream.end()
      },
      ended: stream.end,
    })
    stream.onClose(unsubscribe)
    // The session may have ended after the token was checked and before the subscription began.
    if (await events.has(sessionTopic)) stream.end()
  } catch (error) {
    stream.end()
    throw error
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
    onClose(work: () => void) {
      if (raw.closed || raw.destroyed) work()
      else raw.on('close', work)
    },
  }
}
