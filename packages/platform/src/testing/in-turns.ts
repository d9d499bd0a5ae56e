import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** A load balancer of the simplest kind: whatever comes first goes to the first, the next to the second, and so on. */
export async function inTurns(urls: readonly string[], port: number): Promise<{ url: string; close(): Promise<void> }> {
  let turn = 0
  const pass = (incoming: IncomingMessage, response: ServerResponse) =>
    passOn(new URL(urls[turn++ % urls.length] ?? ''), incoming, response)
  const server = createServer(pass).on('checkContinue', pass).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function passOn({ hostname, port }: URL, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = incoming
  const outgoing = request({ hostname, port, method, path, headers: ofTheMessage(headers), agent: false })
  outgoing.on('continue', () => response.writeContinue())
  outgoing.on('response', answer => {
    response.writeHead(answer.statusCode ?? 502, ofTheMessage(answer.headers)).flushHeaders()
    pipeline(answer, response, () => {})
  })
  // A node that answers before it has read everything may hang up on the rest; the answer is on its way all the same.
  outgoing.on('error', () => response.headersSent || response.destroy())
  response.on('close', () => outgoing.destroy())
  if (headers.expect !== undefined) outgoing.flushHeaders()
  incoming.on('error', () => {})
  if (headers['content-type'] === 'application/json') void inOnePiece(incoming, outgoing)
  else incoming.pipe(outgoing)
}

/**
 * A node that refuses a length hangs up while the rest is still coming. Whoever writes again and again notices that before
 * the answer; whoever has written it all reads first.
 */
async function inOnePiece(incoming: IncomingMessage, outgoing: ClientRequest): Promise<void> {
  const body = await buffer(incoming).catch(() => undefined)
  if (body) outgoing.end(body)
  else outgoing.destroy()
}

/** What is said of the connection is said to the one at its other end. */
function ofTheMessage({ connection, 'keep-alive': _, ...rest }: IncomingHttpHeaders): IncomingHttpHeaders {
  return rest
}
