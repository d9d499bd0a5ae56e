import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

const sockets = new WeakMap<Server, Set<Socket>>()

async function listening(onSocket: (socket: Socket) => void): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket.on('error', () => {}))
    onSocket(socket)
  }).listen(0, '127.0.0.1')
  sockets.set(server, open)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/**
 * A way to another server that can fall silent: it stays open, takes everything, and nothing comes through. It can also be cut, as
 * if that server had ended.
 */
export async function breakableWay(target: { host: string; port: number }) {
  let silent = false
  let cut = false
  const ends = new Set<Socket>()
  const way = await listening(here => {
    if (cut) return void here.destroy()
    const there = connect(target).on('error', () => here.destroy())
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      ends.add(from)
      from.on('data', bytes => void to.write(bytes))
      from.on('close', () => to.destroy())
      if (silent) from.pause()
    }
  })
  const each = (work: (socket: Socket) => void) => {
    for (const socket of ends) work(socket)
  }
  return {
    ...way,
    fallSilent() {
      silent = true
      each(socket => socket.pause())
    },
    speakAgain() {
      silent = false
      each(socket => socket.resume())
    },
    cut() {
      cut = true
      each(socket => socket.destroy())
    },
    join() {
      cut = false
    },
  }
}

/** A mail server that takes the connection and never says a word, until it does its work. */
export async function moodyMailServer() {
  let works = false
  const waiting: (() => void)[] = []
  const mails: string[] = []
  const server = await listening(socket => {
    let mail: string | undefined
    let said = ''
    const hear = (line: string) => {
      if (mail === undefined) {
        if (line.startsWith('DATA')) mail = ''
        return socket.write(line.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n')
      }
      if (line !== '.') mail += `${line}\n`
      else {
        mails.push(mail)
        mail = undefined
        socket.write('250 taken\r\n')
      }
    }
    socket.on('data', bytes => {
      const lines = (said + bytes).split('\r\n')
      said = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    if (works) socket.write('220 ready\r\n')
    else waiting.push(() => socket.destroy())
  })
  return {
    ...server,
    url: `smtp://127.0.0.1:${server.port}`,
    mails,
    waiting: () => waiting.length,
    work() {
      works = true
      for (const end of waiting) end()
    },
  }
}

/** A connection that sends what it is told to, and notes what comes back and when it is closed. */
export async function rawConnection(url: string, text: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let answer = ''
  socket.on('data', bytes => {
    answer += bytes
  })
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.on('close', () => resolve()))
  await once(socket, 'connect')
  socket.write(text)
  return { socket, closed, answer: () => answer }
}
