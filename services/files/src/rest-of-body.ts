import type { FastifyReply, FastifyRequest } from 'fastify'

/** So much is read for nothing: more costs us more than a new connection costs its sender. */
const mostRead = 1024 * 1024
const patienceMs = 5_000

/**
 * What is still on its way when a request has been refused. A little is read and dropped, because a sender that finds its connection
 * closed in the middle of a sentence never hears the answer; more is not waited for.
 */
export function forgetRest({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  // Whoever waits for a word from us to send at all is not going to.
  const isLong =
    'expect' in headers || 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > mostRead
  if (isLong) return void reply.header('connection', 'close')
  raw.setTimeout(patienceMs, () => raw.destroy())
  raw.resume()
}
