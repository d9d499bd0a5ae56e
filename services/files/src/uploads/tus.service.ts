import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { apiBase } from '@plinth/contract/call'
import { tusBytes, tusPath } from '@plinth/contract/tus'
import type { AppendOptions, Source } from '@plinth/platform/blobs/blobs'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import { DataStore, type Locker, Metadata, Server, Upload as TusUpload } from '@tus/server'
import type { UploadLocks } from './locks.service.ts'
import {
  answerHeaders,
  checksumOf,
  concatenatedHeaders,
  fileHeader,
  headerOf,
  headersOf,
  lengthOf,
  metadataOf,
  partidsOf,
} from './tus-headers.ts'
import { refusalOf, wrongHeader } from './tus-refusals.ts'
import type { NewUpload } from './uploads.repository.ts'
import type { ResumableUploads } from './uploads.service.ts'

const extensions = [
  'creation',
  'creation-with-upload',
  'termination',
  'checksum',
  'expiration',
  'concatenation',
] as const

/** One request, for what the library does not hand through to the store. */
interface Exchange {
  actor: FileActor
  request: IncomingMessage
  /** Tells a sender that waits for it to send the bytes. */
  goOn(): void
  upload?: NewUpload
  signal?: AbortSignal
  failure?: unknown
}

export type Incoming = Pick<Exchange, 'actor' | 'request' | 'goOn'>

export interface Answer {
  status: number
  headers: Record<string, string>
}

/** We hold locks of our own around each request, which reach over nodes and last until the file is there. */
const none = { lock: async () => {}, unlock: async () => {} }
const noLocks: Locker = { newLock: () => none }

/**
 * tus as the library speaks it: which headers, which order, which answers. It gets requests without their bytes; those go from the
 * socket to the store directly, without streams in between that would copy them.
 */
export function createTus(uploads: ResumableUploads, locks: UploadLocks) {
  const exchanges = new AsyncLocalStorage<Exchange>()

  function current(): Exchange {
    const exchange = exchanges.getStore()
    if (!exchange) throw new Error('There is no request')
    return exchange
  }

  function uploadOf({ upload }: Exchange): NewUpload {
    if (!upload) throw new Refusal('NOT_FOUND')
    return upload
  }

  const store = Object.assign(new DataStore(), {
    extensions: [...extensions],
    // The library asks for this one under a name with a slip of the pen in it.
    hasExtension: (name: string) => name === 'concatentation' || extensions.some(known => known === name),

    async create(announced: TusUpload) {
      const exchange = current()
      const upload = uploadOf(exchange)
      if (comesWhole(exchange.request, upload))
        upload.objid = await uploads.takeWhole(exchange.actor, upload, bytesOf(exchange))
      else await uploads.begin(upload)
      return announced
    },

    async write(_stream: unknown, _id: string, offset: number) {
      const exchange = current()
      const upload = uploadOf(exchange)
      if (upload.objid) return upload.size
      // Once all is there nothing can be appended, not even nothing.
      const reached = offset === upload.size ? offset : await append(exchange, upload, offset)
      if (reached === upload.size) await uploads.finish(exchange.actor, upload)
      return reached
    },

    async getUpload(id: string) {
      const { request, actor, ...exchange } = current()
      const upload = uploadOf({ request, actor, ...exchange })
      const offset = await uploads.sizeOf(upload)
      // A process may have ended between the last byte and the file.
      if (request.method === 'HEAD' && offset === upload.size) await uploads.finish(actor, upload)
      const metadata = upload.metadata ? { metadata: Metadata.parse(upload.metadata) } : {}
      return new TusUpload({ id, size: upload.size, offset, ...metadata })
    },

    async remove() {
      await uploads.discard([uploadOf(current()).uploadid])
    },
  })

  async function append(exchange: Exchange, upload: NewUpload, offset: number): Promise<number> {
    const { actor, request, signal } = exchange
    const expect = checksumOf(request)
    const options: AppendOptions = { ...(expect ? { expect } : {}), ...(signal ? { signal } : {}) }
    try {
      return await uploads.append(actor, upload, offset, bytesOf(exchange), options)
    } catch (error) {
      const errcode = error instanceof Refusal ? error.errcode : undefined
      // Nobody hears of an upload whose beginning failed. One that is longer than it said is not what it said.
      if (request.method === 'POST' || (errcode === 'TOO_LARGE' && !expect)) await uploads.discard([upload.uploadid])
      throw expect && errcode === 'CHECKSUM_WRONG' ? new Refusal('CHUNK_WRONG') : error
    }
  }

  const server = new Server({
    path: apiBase + tusPath,
    datastore: store,
    locker: noLocks,
    relativeLocation: true,
    namingFunction: () => uploadOf(current()).uploadid,
    getFileIdFromRequest: () => current().upload?.uploadid,
    onUploadFinish: async () => ({ headers: fileHeader(current().upload) }),
    onResponseError: (_request, error) => {
      current().failure = error
      return undefined
    },
  })

  async function speak(exchange: Exchange): Promise<Answer> {
    const { request } = exchange
    const headers = headersOf(request)
    const response = await exchanges.run(exchange, () =>
      server.handleWeb(new Request(`http://tus${request.url}`, { method: request.method ?? '', headers })),
    )
    if (response.status >= 400) throw await refusalOf(exchange.failure, response)
    return { status: response.status, headers: answerHeaders(response.headers, request.method, exchange.upload) }
  }

  async function create(incoming: Incoming): Promise<Answer> {
    const { actor, request } = incoming
    const concat = headerOf(request, 'upload-concat')
    const header = headerOf(request, 'upload-metadata') ?? ''
    assertVersion(request)
    const announced = { header, metadata: metadataOf(header) }
    if (concat?.startsWith('final;')) {
      const upload = await uploads.concatenate(actor, partidsOf(concat), announced)
      return { status: 201, headers: concatenatedHeaders(upload) }
    }
    if (concat !== undefined && concat !== 'partial') throw wrongHeader('Upload-Concat', 'It is partial or final.')
    const size = lengthOf(request)
    const upload = await uploads.announce(actor, concat ? 'partial' : 'whole', { ...announced, size })
    return speak({ ...incoming, upload })
  }

  return {
    options: (request: IncomingMessage): Promise<Answer> =>
      speak({ request, actor: { userid: '', nsname: '', level: 'viewer' }, goOn: () => {} }),

    create,

    async go(incoming: Incoming, uploadid: string): Promise<Answer> {
      const { actor, request } = incoming
      assertVersion(request)
      const { kind } = await uploads.find(actor, uploadid)
      const isPatch = request.method === 'PATCH'
      if (isPatch && kind === 'final') throw new Refusal('UPLOAD_FINAL')
      if (isPatch && request.headers['content-type'] !== tusBytes) throw new Refusal('UPLOAD_TYPE')
      return locks.within(uploadid, isPatch ? 'refuse' : 'take over', (upload, signal) =>
        speak({ ...incoming, upload, signal }),
      )
    },
  }
}

/** Sent with its creation from the first to the last byte. With a checksum of a piece it is a piece. */
const comesWhole = ({ headers }: IncomingMessage, { kind, size }: NewUpload) =>
  kind === 'whole' &&
  (size === 0 ||
    (!headers['upload-checksum'] && headers['content-type'] === tusBytes && headers['content-length'] === String(size)))

/** So long without a byte, and the connection counts as dead. */
const longestSilenceMs = 60_000

async function* bytesOf({ request, goOn }: Exchange): Source {
  goOn()
  request.setTimeout(longestSilenceMs, () => request.destroy())
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch {
    // Nobody is there to read this; it is no failure of ours.
    throw new Refusal('BAD_INPUT')
  } finally {
    request.setTimeout(0)
  }
}

function assertVersion(request: IncomingMessage): void {
  if (request.headers['tus-resumable'] !== '1.0.0') throw new Refusal('TUS_VERSION')
}
