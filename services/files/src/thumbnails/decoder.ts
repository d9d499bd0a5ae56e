import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ThumbnailSize } from '@plinth/contract/thumbnails'

/** The thumbnails of a picture, or why there are none: the bytes are no picture of ours, or one that is too large. */
export type Decoded = Record<ThumbnailSize, Uint8Array> | { reason: string }

type Open = () => Promise<Readable>

interface Child {
  process: ChildProcess
  gone: AbortSignal
}

/** It gives way to all others, so it may take long without being at fault. */
const mostMs = 60_000
/** It holds some 80 MB. Those who upload one picture often upload another. */
const idleMs = 30_000

/** Decodes pictures in a process of its own, one at a time. It is started when there is something to do, and anew if it ends. */
export function createDecoder() {
  let child: Child | undefined
  let idle: NodeJS.Timeout | undefined

  async function start(): Promise<Child> {
    const process = fork(new URL('./decoder.child.ts', import.meta.url), {
      ...{ env: {}, execArgv: [], serialization: 'advanced', stdio: ['pipe', 'ignore', 'ignore', 'ipc'] },
    })
    const started = { process, gone: whenGone(process) }
    child = started
    started.gone.addEventListener('abort', () => {
      if (child === started) child = undefined
    })
    await once(process, 'message', { signal: started.gone })
    return started
  }

  function stop(): void {
    clearTimeout(idle)
    child?.process.kill('SIGKILL')
    child = undefined
  }

  /** Throws where the decoder crashed, took too long or the bytes broke off; its process is over then. */
  async function decode(size: number, open: Open): Promise<Decoded> {
    clearTimeout(idle)
    const tooLong = AbortSignal.timeout(mostMs)
    try {
      const { process, gone } = child ?? (await start())
      const signal = AbortSignal.any([gone, tooLong])
      const answered = once(process, 'message', { signal })
      await Promise.all([answered, send(process, size, open, signal)])
      const [decoded] = await answered
      return decoded as Decoded
    } catch (error) {
      stop()
      throw error
    } finally {
      idle = setTimeout(stop, idleMs).unref()
    }
  }

  return { decode, stop }
}

function whenGone(process: ChildProcess): AbortSignal {
  const gone = new AbortController()
  const end = (why: unknown) => gone.abort(new Error(`The decoder ended (${why})`))
  process.once('exit', (code, signal) => end(signal ?? code))
  process.once('error', end)
  // Bytes that nobody takes any more: its end says the rest.
  process.stdin?.on('error', () => {})
  return gone.signal
}

/** The length in four bytes, then the bytes. */
async function send({ stdin }: ChildProcess, size: number, open: Open, signal: AbortSignal): Promise<void> {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(size)
  if (!stdin) throw new Error('The decoder takes no bytes')
  stdin.write(length)
  const bytes = await open()
  const destroy = () => bytes.destroy()
  signal.addEventListener('abort', destroy)
  try {
    signal.throwIfAborted()
    for await (const block of bytes) if (!stdin.write(block)) await once(stdin, 'drain', { signal })
  } finally {
    signal.removeEventListener('abort', destroy)
    destroy()
  }
}
