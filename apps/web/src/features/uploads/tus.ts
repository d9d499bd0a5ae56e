import { apiBase } from '@plinth/contract/call'
import type { CallError } from '@plinth/contract/errors'
import { tusBytes, tusPath } from '@plinth/contract/tus'
import { notOurs } from '../../lib/reaching.ts'
import { type Answered, type Outgoing, send } from '../../lib/transport.ts'
import { pieceOf, wholeOf } from './pieces.ts'
import { dateOf, type Failure, goalOf, nameOf, type Upload } from './upload.ts'
import type { Piece, Slice } from './worker-protocol.ts'

const mega = 1024 * 1024
/** What fits into one piece is sent with its announcement, in one request. */
export const firstPiece = 4 * mega
const smallestPiece = mega / 4
/** What lies in between may take less than the server does, and say so. */
const largestPiece = 1024 * mega
const tooLarge = 413

export interface Way {
  token: () => Promise<string>
  signal: AbortSignal
  patienceMs: number
  /** How many bytes are on the server or on the way there. */
  onSent: (sent: number) => void
  /** All of it is sent now, in one request, and this is its hash. */
  onHashed: (sha256: string | undefined) => void
  /** So many are there for good, at this address. */
  onSafe: (address: string | undefined, safe: number) => void
}

/** What stopped an upload, for now or for good. It is thrown. */
export type Stop = Failure & Partial<CallError>

export const stopOf = (reason: unknown): Stop | undefined =>
  typeof reason === 'object' && reason !== null && 'errcode' in reason ? (reason as Stop) : undefined

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const inBase64 = (text: string) => base64(new TextEncoder().encode(text))
const checksum = (sha256: string) =>
  base64(Uint8Array.from(sha256.match(/../g) ?? [], byte => Number.parseInt(byte, 16)))

/** To skip is the page's own business. */
export const askedOfServer = (conflict: Upload['conflict']) => (conflict === 'skip' ? 'refuse' : conflict)

function metadataOf(upload: Upload, sha256?: string): string {
  const { folderid, path } = goalOf(upload)
  const pairs = {
    filename: nameOf(upload),
    parentid: folderid,
    conflict: askedOfServer(upload.conflict),
    ...(path.includes('/') ? { relativePath: path } : {}),
    ...(sha256 ? { sha256 } : {}),
    ...dateOf(upload),
  }
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${inBase64(String(value))}`)
    .join()
}

/** Brings a file to the server, from where it is to the end. Throws a Stop where something came in between. */
export async function bring(upload: Upload, file: Blob, way: Way): Promise<void> {
  const fits = file.size <= firstPiece && !upload.address
  if (fits && (await bringWhole(upload, file, way).catch(unlessTooLarge(file)))) return
  const [address, safe] = await placeOf(upload, way)
  await bringPieces(address, safe, file, way)
}

/** What lies in between may take it in pieces. */
const unlessTooLarge = (file: Blob) => (reason: unknown) => {
  if (stopOf(reason)?.status !== tooLarge || file.size <= smallestPiece) throw reason
  return false
}

async function bringWhole(upload: Upload, file: Blob, way: Way): Promise<true> {
  const { body, sha256 } = checked(await wholeOf(file), file.size)
  way.onHashed(sha256)
  const headers = {
    'upload-length': String(file.size),
    'upload-metadata': metadataOf(upload, sha256),
    'content-type': tusBytes,
  }
  await tell(way, { method: 'POST', url: apiBase + tusPath, headers, body, onProgress: way.onSent })
  return true
}

/** Where the upload is and how much of it is there. One that the server does not know any more begins anew. */
async function placeOf(upload: Upload, way: Way): Promise<[address: string, safe: number]> {
  const known = upload.address
  if (known) {
    const header = await tell(way, { method: 'HEAD', url: known, headers: {} }).catch(unlessForgotten)
    if (header) return [known, Number(header('upload-offset'))]
  }
  const headers = { 'upload-length': String(upload.size), 'upload-metadata': metadataOf(upload) }
  // Not stopped half-way: the server keeps it, and room for it, at an address that nobody would know.
  const unstopped = { ...way, signal: new AbortController().signal }
  const header = await tell(unstopped, { method: 'POST', url: apiBase + tusPath, headers })
  const address = header('location') ?? ''
  if (way.signal.aborted) await giveUp(address, await way.token())
  way.signal.throwIfAborted()
  way.onSafe(address, 0)
  return [address, 0]
}

function unlessForgotten(reason: unknown): undefined {
  const errcode = stopOf(reason)?.errcode
  if (errcode !== 'NOT_FOUND' && errcode !== 'UPLOAD_GONE') throw reason
}

/** The next piece is read and hashed while one is on its way. */
async function bringPieces(address: string, begin: number, file: Blob, way: Way): Promise<void> {
  let size = firstPiece
  let largest = largestPiece
  let safe = begin
  const pieceAt = (start: number) => read({ file, start, end: Math.min(start + size, file.size) })
  way.onSafe(address, safe)
  let next = safe < file.size ? pieceAt(safe) : undefined
  while (next) {
    const piece = await next
    const end = safe + piece.size
    next = end < file.size ? pieceAt(end) : undefined
    // It is waited for above; until then nobody may call its failure unheard.
    next?.catch(() => undefined)
    const begun = performance.now()
    safe = await append(address, safe, piece, way).catch(reason => {
      if (stopOf(reason)?.status !== tooLarge || piece.size <= smallestPiece) throw reason
      largest = half(piece.size)
      return safe
    })
    size = Math.min(fitting(piece.size, performance.now() - begun), largest)
    if (safe !== end) next = safe < file.size ? pieceAt(safe) : undefined
    way.onSafe(address, safe)
  }
}

const half = (size: number) => Math.max(Math.round(size / 2), smallestPiece)

/** A piece should take a second or more: large ones cost less, and of a small one less is lost with the connection. */
export function fitting(size: number, tookMs: number): number {
  if (tookMs > 4_000) return half(size)
  const growth = Math.min(Math.max(1_000 / tookMs, 1), 4)
  return Math.min(Math.round(size * growth), largestPiece)
}

async function append(address: string, offset: number, { body, sha256 }: Piece, way: Way): Promise<number> {
  const headers = {
    'upload-offset': String(offset),
    ...(sha256 ? { 'upload-checksum': `sha256 ${checksum(sha256)}` } : {}),
    'content-type': tusBytes,
  }
  const onProgress = (sent: number) => way.onSent(offset + sent)
  const header = await tell(way, { method: 'PATCH', url: address, headers, body, onProgress })
  return Number(header('upload-offset'))
}

export const fileChanged: Failure = {
  ...{ errcode: 'CLIENT_ERROR', msg: 'The file was changed since it was chosen. Choose it again.' },
}

const read = async (slice: Slice) => checked(await pieceOf(slice), slice.end - slice.start)

function checked([piece, error]: Awaited<ReturnType<typeof pieceOf>>, size: number): Piece {
  if (error) throw error
  // A file that grew shorter reads as less than was asked for.
  if (piece.size === size) return piece
  throw fileChanged
}

type Told = Pick<Outgoing, 'method' | 'url' | 'headers' | 'body'> & { onProgress?: Outgoing['onProgress'] }

/** Each request asks for the token, so one that ends in the middle of a file is renewed. */
async function tell({ token, signal, patienceMs }: Way, request: Told) {
  const { onProgress, ...rest } = request
  const headers = { ...rest.headers, 'tus-resumable': '1.0.0', authorization: `Bearer ${await token()}` }
  const answered: Answered = await send({ ...rest, headers, signal, patienceMs, ...(onProgress ? { onProgress } : {}) })
  const isOurs = answered.header('tus-resumable') !== null
  if (!isOurs && (answered.ok || answered.error.status === 404)) throw notOurs
  if (!answered.ok) throw answered.error
  return answered.header
}

/** Gives up what is on the server of an upload that nobody wants any more. What fails here expires by itself. */
export async function giveUp(address: string, token: string): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` }
  const signal = new AbortController().signal
  await send({ method: 'DELETE', url: address, headers, signal, patienceMs: 5_000 })
}

/** Whether all bytes of an upload are there: then the server has made a file of them. */
export async function isWhole(address: string, size: number, asked: { token: string; signal: AbortSignal }) {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${asked.token}` }
  const question = { method: 'HEAD', url: address, headers, signal: asked.signal, patienceMs: 5_000 } as const
  const answered = await send(question).catch(() => undefined)
  return answered?.ok === true && Number(answered.header('upload-offset')) === size
}
