import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { apiBase } from '@plinth/contract/call'
import { type Errcode, errorBody } from '@plinth/contract/errors'
import { objidHeader, tusBytes, tusPath, tusRequests } from '@plinth/contract/tus'
import { beforeEach, expect } from 'vitest'
import type { FileTables } from '../tables.ts'
import type { FilesApp, Store } from './stores.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** A stream is sent without saying how long it is. */
type Body = Bytes | ReadableStream

interface Answer {
  status: number
  /** Undefined where it was done; of HEAD too, which has no body. */
  errcode: Errcode | undefined
  data: unknown
  headers: Headers
  location: string
  offset: number
  objid: string | null
}

/** Metadata as a client encodes it. */
const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join()

export const digestOf = (algorithm: 'sha1' | 'sha256', bytes: Uint8Array) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`

/** Larger than what is kept in the database. */
export const large = (bytes = 100_000) => Uint8Array.from(randomBytes(bytes))

/** What is said of a file in the top folder. */
export const at = (filename: string, more: Record<string, string> = {}) => ({ filename, parentdirpath: '/', ...more })

export const nothing = { rows: 0, parts: 0, leases: 0 }

/** Answers with what is left of uploads to a filestore, in the books and in the store, but for those of the tests before. */
export function watchLeftovers(app: () => FilesApp['app']) {
  const parts = () => app().platform.blobs.parts.list()
  let known = new Set<string>()
  beforeEach(async () => {
    known = new Set((await parts()).map(({ uploadid }) => uploadid))
  })
  return async ({ nsname }: Store) => {
    const tables = app().platform.db.withTables<FileTables>().query
    const rows = await tables.selectFrom('uploads').select('uploadid').where('nsname', '=', nsname).execute()
    const leases = await tables.selectFrom('blobleases').select('leaseid').execute()
    const ids = new Set(rows.map(({ uploadid }) => uploadid))
    const left = (await parts()).filter(({ uploadid }) => ids.has(uploadid) || !known.has(uploadid))
    return { rows: rows.length, parts: left.length, leases: leases.length }
  }
}

export const clientOf = ({ app }: FilesApp, { bearer }: { bearer: string }) =>
  tusClient(
    () => app.url,
    () => bearer,
  )

/** Speaks tus as a client does, with answers held against what the contract declares. */
export function tusClient(origin: () => string, bearer: () => string) {
  async function send(method: string, path: string, headers: Record<string, string>, body?: Body): Promise<Answer> {
    const response = await fetch(origin() + path, {
      method,
      headers: { authorization: `Bearer ${bearer()}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body ? { body, duplex: 'half' as const } : {}),
    })
    const refused = response.status >= 400 && method !== 'HEAD' ? errorBody.parse(await response.json()) : undefined
    if (refused) {
      expect(refused.status).toBe(response.status)
      expect(tusRequests.find(declared => declared.method === method)?.errors).toContain(refused.errcode)
    }
    return {
      ...{ status: response.status, errcode: refused?.errcode, data: refused?.errdata.data, headers: response.headers },
      location: response.headers.get('location') ?? '',
      offset: Number(response.headers.get('upload-offset') ?? Number.NaN),
      objid: response.headers.get(objidHeader),
    }
  }

  const create = (size: number, metadata: Record<string, string>, headers: Record<string, string> = {}, body?: Body) =>
    send(
      'POST',
      apiBase + tusPath,
      {
        'upload-length': String(size),
        ...(Object.keys(metadata).length > 0 ? { 'upload-metadata': encoded(metadata) } : {}),
        ...(body ? { 'content-type': tusBytes } : {}),
        ...headers,
      },
      body,
    )

  const patch = (location: string, offset: number, bytes: Body, headers: Record<string, string> = {}) =>
    send('PATCH', location, { 'content-type': tusBytes, 'upload-offset': String(offset), ...headers }, bytes)

  return {
    send,
    create,
    patch,
    head: (location: string, headers: Record<string, string> = {}) => send('HEAD', location, headers),
    terminate: (location: string) => send('DELETE', location, {}),
    options: () => send('OPTIONS', apiBase + tusPath, {}),

    final: (locations: string[], metadata: Record<string, string>) =>
      send('POST', apiBase + tusPath, {
        'upload-concat': `final;${locations.join(' ')}`,
        'upload-metadata': encoded(metadata),
      }),

    /** From the first to the last byte, in pieces. */
    async upload(content: Bytes, metadata: Record<string, string>, pieceBytes = content.length): Promise<Answer> {
      let answer = await create(content.length, metadata)
      const { location } = answer
      for (let at = 0; at < content.length && answer.status < 400; at += pieceBytes)
        answer = await patch(location, at, content.subarray(at, at + pieceBytes))
      return { ...answer, location }
    },

    /** Begins to send bytes and does not end: `more` sends further ones, `cut` tears the connection down. */
    open(location: string, offset: number, length: number) {
      const outgoing = request(origin() + location, {
        method: 'PATCH',
        headers: {
          ...{ authorization: `Bearer ${bearer()}`, 'tus-resumable': '1.0.0', 'content-type': tusBytes },
          ...{ 'upload-offset': offset, 'content-length': length },
        },
      })
      const answered = Promise.withResolvers<number | undefined>()
      outgoing.on('response', response => answered.resolve(response.resume().statusCode))
      outgoing.on('error', () => answered.resolve(undefined))
      return {
        more: (bytes: Uint8Array) => new Promise<void>(resolve => outgoing.write(bytes, () => resolve())),
        cut: () => outgoing.destroy(),
        /** Undefined where the connection ended first. */
        status: answered.promise,
      }
    },
  }
}
