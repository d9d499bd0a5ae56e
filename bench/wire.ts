import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request as it goes out. What comes before and after a body is the form that it is sent in. */
export interface Sending {
  method: string
  path: string
  headers?: Record<string, string>
  before?: string
  after?: string
}

interface Body {
  length: number
  blocks: Iterable<Uint8Array>
}

const nothing: Body = { length: 0, blocks: [] }
const headEnd = Buffer.from('\r\n\r\n')

/** As little of a client as there can be, so that what is measured is the server: one request after the other, lengths only. */
export async function openWire(port: number) {
  const answers = createReader()
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    // One buffer for all that comes: nothing of it is kept.
    onread: {
      buffer: Buffer.allocUnsafe(256 * 1024),
      callback: (length, { buffer, byteOffset }) => {
        answers.take(Buffer.from(buffer, byteOffset, length))
        return true
      },
    },
  })
  socket.on('error', answers.fail).on('close', () => answers.fail(new Error('The connection was closed')))
  await once(socket, 'connect')

  return {
    /** Answers how many bytes came back. */
    async send(sending: Sending, body = nothing): Promise<number> {
      const answer = answers.next()
      answer.catch(() => {})
      const head = headOf(sending, body.length)
      if (body.length <= 64 * 1024)
        socket.write(Buffer.concat([head, ...body.blocks, Buffer.from(sending.after ?? '')]))
      else await writeAll(socket, head, body, sending.after)
      const { status, length } = await answer
      if (status < 200 || status > 299) throw new Error(`${sending.method} ${sending.path} was answered ${status}`)
      return length
    },
    close: () => void socket.destroy(),
  }
}

function headOf({ method, path, headers = {}, before = '', after = '' }: Sending, length: number): Buffer {
  const total = Buffer.byteLength(before) + length + Buffer.byteLength(after)
  const lengths = method === 'GET' ? {} : { 'content-length': String(total) }
  const lines = Object.entries({ host: 'localhost', ...headers, ...lengths }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${before}`)
}

async function writeAll(socket: Socket, head: Buffer, { blocks }: Body, after = ''): Promise<void> {
  socket.write(head)
  for (const block of blocks) if (!socket.write(block)) await once(socket, 'drain')
  socket.write(after)
}

interface Answer {
  status: number
  length: number
}

function createReader() {
  let head = Buffer.alloc(0)
  let answer: Answer | undefined
  let left = 0
  let waiting = Promise.withResolvers<Answer>()

  function begin(chunk: Buffer): Buffer {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf(headEnd)
    if (end < 0) return Buffer.alloc(0)
    const text = head.toString('latin1', 0, end)
    const length = /^content-length: *(\d+)/im.exec(text)?.[1]
    const status = Number(text.slice(9, 12))
    if (length === undefined && status !== 204) throw new Error(`An answer without a length: ${text}`)
    left = Number(length ?? 0)
    answer = { status, length: left }
    const rest = head.subarray(end + headEnd.length)
    head = Buffer.alloc(0)
    return rest
  }

  return {
    next() {
      waiting = Promise.withResolvers<Answer>()
      return waiting.promise
    },
    take(chunk: Buffer): void {
      const bytes = answer ? chunk : begin(chunk)
      if (!answer) return
      left -= bytes.length
      if (left > 0) return
      const complete = answer
      answer = undefined
      waiting.resolve(complete)
    },
    fail: (error: Error) => waiting.reject(error),
  }
}
