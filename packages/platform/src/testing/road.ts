import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

type Mood = 'open' | 'stalled' | 'failing'

/** The way to a real server: it can be cut after so many bytes in either direction, let nothing through any more, or answer 500. */
export async function openRoad(target: URL) {
  const sockets = new Set<Socket>()
  let left = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY }
  let cuts = 0
  let mood: Mood = 'open'
  let stallAfter = Number.POSITIVE_INFINITY

  const refuse = (near: Socket) => near.end('HTTP/1.1 500 Broken\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')

  function passes(way: 'up' | 'down', bytes: number): boolean {
    if (way === 'down') stallAfter -= bytes
    return mood === 'open' && stallAfter > 0
  }

  const join = (from: Socket, to: Socket, way: 'up' | 'down') => {
    sockets.add(from)
    from.on('error', () => {}).on('close', () => to.destroy())
    from.on('data', chunk => {
      if (!passes(way, chunk.length)) return mood === 'failing' ? refuse(way === 'up' ? from : to) : undefined
      left[way] -= chunk.length
      if (left[way] > 0) return to.write(chunk)
      cuts--
      if (cuts <= 0) left[way] = Number.POSITIVE_INFINITY
      from.destroy()
      to.destroy()
    })
  }

  const road = createServer(near => {
    if (left.up <= 0 || left.down <= 0) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    join(near, far, 'up')
    join(far, near, 'down')
  }).listen(0, '127.0.0.1')
  await once(road, 'listening')
  const address = road.address()

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** From then on nothing gets through. */
    cutAfter(way: 'up' | 'down', bytes: number) {
      left[way] = bytes
      cuts = Number.POSITIVE_INFINITY
    },
    cutOnceAfter(way: 'up' | 'down', bytes: number) {
      left[way] = bytes
      cuts = 1
    },
    /** Connections stay, and what is sent never arrives. */
    stall() {
      mood = 'stalled'
    },
    /** The same once so many bytes have come back. */
    stallAfter(bytes: number) {
      stallAfter = bytes
    },
    /** Whatever is asked is answered with 500. */
    fail() {
      mood = 'failing'
    },
    /** As it was. What hangs is let go. */
    mend() {
      if (mood !== 'open' || stallAfter <= 0) for (const socket of sockets) socket.destroy()
      left = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY }
      stallAfter = Number.POSITIVE_INFINITY
      mood = 'open'
    },
    close() {
      road.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
