import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** So much at a time, that others have their turn in between. */
const MOST_BYTES = 1024 * 1024
/** Of preadv2: fails rather than waits for the disk. */
const RWF_NOWAIT = 8

/** Sends bytes of an open file and answers how many: none where the socket is full, or where they are not in memory. */
export type Send = (file: number, at: number, length: number) => number

/**
 * Sends from where the system holds a file in memory straight to the socket. Node itself copies each byte into our memory and out of
 * it again, and that is most of the time that a large download takes. Where nothing could be sent, reading and writing as ever
 * waits for what is missing without holding up anybody else. Undefined where this system has no such way.
 */
export function sendingTo(to: NodeJS.WritableStream): Send | undefined {
  if (!system || !(to instanceof ServerResponse)) return undefined
  return (file, at, length) => {
    const socket = socketOf(to)
    const count = Math.min(length, MOST_BYTES)
    if (socket === undefined || count <= 0 || !system.isInMemory(file, at + count - 1)) return 0
    return Math.max(0, system.send(socket, file, at, count))
  }
}

const system = process.platform === 'linux' ? openSystem() : undefined

function openSystem() {
  const ffi = quietly(() => process.getBuiltinModule('node:ffi'))
  try {
    return ffi && callsOf(ffi)
  } catch {
    // A C library without one of the two.
    return undefined
  }
}

/** Node tells whoever starts Plinth that this is an experiment. It is one that the pinned runtime has, and nothing they can do about. */
function quietly<Result>(work: () => Result): Result {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}

function callsOf({ dlopen, getRawPointer }: typeof import('node:ffi')) {
  const { sendfile, preadv2 } = dlopen(null, {
    sendfile: { arguments: ['i32', 'i32', 'buffer', 'u64'], return: 'i64' },
    preadv2: { arguments: ['i32', 'buffer', 'i32', 'i64', 'i32'], return: 'i64' },
  }).functions
  const offset = Buffer.alloc(8)
  const byte = Buffer.allocUnsafeSlow(1)
  const place = Buffer.alloc(16)
  place.writeBigUInt64LE(getRawPointer(byte), 0)
  place.writeBigUInt64LE(1n, 8)

  return {
    /** The last byte stands for all: they are read and forgotten in their order. `byte` is named so that it stays where it is. */
    isInMemory: (file: number, last: number) =>
      preadv2(file, place, 1, BigInt(last), RWF_NOWAIT) === BigInt(byte.length),

    send(socket: number, file: number, at: number, count: number): number {
      offset.writeBigInt64LE(BigInt(at))
      return Number(sendfile(socket, file, offset, BigInt(count)))
    },
  }
}

/** Its number, where the head has gone out, nothing else is on its way, and bytes go out as they are. */
function socketOf(to: ServerResponse): number | undefined {
  const { headersSent, chunkedEncoding, socket } = to
  if (!headersSent || hasNoBody(to) || chunkedEncoding || !socket || socket instanceof TLSSocket) return undefined
  return socket.destroyed || socket.writableLength > 0 ? undefined : descriptorOf(socket)
}

/** Node says that it has written what it leaves out, and the head has not gone out by then. */
const hasNoBody = ({ req, statusCode }: ServerResponse) =>
  req.method === 'HEAD' || statusCode === 204 || statusCode === 304

/** Node has no other way to ask for it. A socket that is closed has none. */
function descriptorOf(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  const descriptor: unknown = handle instanceof Object ? Reflect.get(handle, 'fd') : undefined
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : undefined
}
