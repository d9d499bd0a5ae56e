import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Options {
  /** Who takes nothing for so long of what is ready for them only holds the connection, and the file behind it. */
  unreadMs: number
  now?: () => number
}

interface Stall {
  taken: string
  since: number
}

/**
 * Lets go of those who stop reading what they asked for. It looks at all connections now and then, which costs a request nothing, and
 * only at what waits to be sent: whoever waits for us, as on a stream of events, is not meant. Whoever takes anything between two
 * looks is slow, and may be.
 */
export function watchReaders(server: Server, { unreadMs, now = () => performance.now() }: Options) {
  const stalls = new Map<Socket, Stall | undefined>()
  server.on('connection', (socket: Socket) => {
    stalls.set(socket, undefined)
    socket.once('close', () => stalls.delete(socket))
  })

  function look(): void {
    for (const [socket, stall] of stalls) {
      const taken = socket.writableLength > 0 ? takenOf(socket) : undefined
      if (taken === undefined) {
        if (stall) stalls.set(socket, undefined)
      } else if (stall?.taken !== taken) stalls.set(socket, { taken, since: now() })
      // Not closed in the ordinary way: the system would go on holding what nobody takes.
      else if (now() - stall.since >= unreadMs) socket.resetAndDestroy()
    }
  }

  const timer = setInterval(look, unreadMs / 10).unref()
  return { look, stop: () => clearInterval(timer) }
}

/**
 * What the system has taken from us, which it does once the reader has made room. Where it sends from a file by itself it goes round
 * Node, but then nothing waits here.
 */
function takenOf(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, '_handle')
  const queued: unknown = handle instanceof Object ? Reflect.get(handle, 'writeQueueSize') : undefined
  return `${socket.bytesWritten - socket.writableLength} ${queued}`
}
