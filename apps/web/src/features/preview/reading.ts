import { answerOf } from '@plinth/contract/client'
import { type CallError, clientErrors, timedOutMsg } from '@plinth/contract/errors'

/** Section 9 of the specification, for bytes: the time without progress. */
const silenceMs = 5_000

const failure = (msg: string): CallError => ({
  ...{ status: 0, errcode: 'CLIENT_ERROR', msg },
  errdata: { code: 'CLIENT_ERROR', data: null, msg },
})

/** The first bytes of a file, at most so many. Throws a CallError, as react-query wants to hear it. */
export async function readStart(url: string, size: number, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  try {
    const response = await fetch(url, {
      headers: size > most ? { range: `bytes=0-${most - 1}` } : {},
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) throw (await answerOf(response))[1]
    return await collected(response.body, most, heard)
  } catch (error) {
    if (error && typeof error === 'object' && 'errcode' in error) throw error
    throw failure(silence.signal.aborted ? timedOutMsg : clientErrors.CLIENT_ERROR)
  } finally {
    clearTimeout(timer)
  }
}

/** A server that sends all where a part was asked for is not listened to beyond that. */
async function collected(body: ReadableStream<Uint8Array>, most: number, heard: () => void): Promise<Uint8Array> {
  const reader = body.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    heard()
    pieces.push(new Uint8Array(piece.value))
    length += piece.value.length
    if (length >= most) {
      await reader.cancel()
      break
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer()).subarray(0, most)
}
