import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  url: string
  /** Answers a path otherwise from now on: with an error, with nonsense, or not at all. */
  breakPath(path: string, answer: RequestListener): void
  mend(): void
  close(): Promise<void>
}

/** An HTTP server on loopback. `listenerFor` learns the address that it got. Without a port any free one serves. */
export async function listenLocally(listenerFor: (url: string) => RequestListener, port = 0): Promise<LocalServer> {
  const broken = new Map<string, RequestListener>()
  const server = createServer((request, response) => {
    const answer = broken.get(pathOf(request)) ?? listener
    answer(request, response)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const listener = listenerFor(url)
  return {
    url,
    breakPath: (path, answer) => broken.set(path, answer),
    mend: () => broken.clear(),
    async close() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export const pathOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://own.invalid').pathname

export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
