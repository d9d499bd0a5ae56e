import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { Refusal } from '@plinth/platform/errors'

/** What a form needs beside the bytes of its file, at most. */
const besideBytes = 128 * 1024

/** Whether more is announced than there is room for. What is not announced is known once it has come. */
export const isBeyond = (left: number | null, { headers }: IncomingMessage) =>
  left !== null && Number(headers['content-length'] ?? Number.NaN) > left + besideBytes

/** Fields are paths and names. */
const limits = { fields: 20, fieldSize: 64 * 1024, files: 1, parts: 21, headerPairs: 50 }

interface Form<Result> {
  fields: Record<string, string>
  /** Undefined where no part named file came. */
  file: Result | undefined
}

/**
 * Reads a form whose part `file` goes to `take` as it arrives, with the fields that came before it. Nothing is held in memory.
 * Where `take` refuses, the rest of the form is not read.
 */
export async function readForm<Result>(
  request: IncomingMessage,
  take: (bytes: Readable, fields: Record<string, string>) => Promise<Result>,
): Promise<Form<Result>> {
  const fields: Record<string, string> = Object.create(null)
  const parser = parserOf(request)
  let taking: Promise<Result> | undefined
  let bytes: Readable | undefined

  const read = new Promise<void>((resolve, reject) => {
    const stop = (error: unknown) => {
      request.unpipe(parser)
      bytes?.destroy(error instanceof Error ? error : new Error(String(error)))
      reject(error)
    }
    parser.on('field', (name, value, _nameCut, cut) => {
      if (cut) stop(new Refusal('TOO_LARGE'))
      else fields[name] = value
    })
    parser.on('file', (name, stream) => {
      if (name !== 'file' || taking) return stop(wrong('There is one file, in the part named file.'))
      // Whoever reads it is told; without a listener of our own the process would end.
      bytes = stream.on('error', () => {})
      taking = take(stream, { ...fields })
      taking.catch(stop)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => stop(wrong('There are too many parts.')))
    }
    parser.on('error', () => stop(wrong('This is not a form.')))
    parser.on('finish', () =>
      taking
        ? taking.then(
            () => resolve(),
            () => {},
          )
        : resolve(),
    )
    const brokenOff = () => stop(wrong('The request ended before the form did.'))
    request.on('error', brokenOff)
    request.on('close', () => request.complete || brokenOff())
    request.pipe(parser)
  })
  await read.catch(async error => {
    // All of the file may have come, and be on its way to the store: whoever called is to know of it, and lets go of it.
    await taking?.catch(() => {})
    throw error
  })
  return { fields, file: await taking }
}

function parserOf(request: IncomingMessage) {
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits })
  } catch {
    throw wrong('This is not a form.')
  }
}

const wrong = (sentence: string) => new Refusal('BAD_INPUT', { data: { fields: { file: sentence } } })
