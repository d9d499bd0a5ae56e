import type { IncomingMessage } from 'node:http'
import { apiBase } from '@plinth/contract/call'
import { chunkAlgorithms, objidHeader, tusPath } from '@plinth/contract/tus'
import type { AppendOptions } from '@plinth/platform/blobs/blobs'
import { Metadata } from '@tus/server'
import { wrongHeader } from './tus-refusals.ts'
import type { NewUpload } from './uploads.repository.ts'

/** Upload-Length. */
export function lengthOf(request: IncomingMessage): number {
  const length = headerOf(request, 'upload-length')
  if (length === undefined) throw wrongHeader('Upload-Length', 'This is required.')
  const size = Number(length)
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(size)) throw wrongHeader('Upload-Length', 'This is not a length.')
  return size
}

export function metadataOf(header: string): Record<string, string | null> {
  if (!header) return {}
  try {
    return Metadata.parse(header)
  } catch {
    throw wrongHeader('Upload-Metadata', 'It has to be pairs of a key and a value in Base64, with commas between.')
  }
}

/** The ids that Upload-Concat names for a final upload. */
export function partidsOf(concat: string): string[] {
  const addresses = concat.slice('final;'.length).trim().split(/\s+/)
  const partids = addresses.map(address => /\/?([\w-]+)\/?$/.exec(address)?.[1])
  if (partids.some(partid => partid === undefined))
    throw wrongHeader('Upload-Concat', 'It has to name the addresses of uploads.')
  return partids as string[]
}

export function checksumOf(request: IncomingMessage): AppendOptions['expect'] {
  const header = headerOf(request, 'upload-checksum')
  if (header === undefined) return undefined
  const [name, encoded = ''] = header.split(' ')
  const algorithm = chunkAlgorithms.find(known => known === name)
  if (!algorithm) throw wrongHeader('Upload-Checksum', `The algorithm has to be ${chunkAlgorithms.join(' or ')}.`)
  return { algorithm, digest: Buffer.from(encoded, 'base64') }
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

const tusHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'upload-concat',
  'content-type',
  'content-length',
]

/** Those that tus knows; the others are none of the library's business. */
export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const name of tusHeaders) {
    const value = headerOf(request, name)
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

export const fileHeader = (upload: NewUpload | undefined): Record<string, string> =>
  upload?.objid ? { [objidHeader]: upload.objid } : {}

/** Of what the library would tell other origins there is nothing to tell: this is for our own alone. */
export function answerHeaders(
  given: Headers,
  method: string | undefined,
  upload: NewUpload | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of given)
    if (!name.startsWith('access-control-') && name !== 'content-length' && name !== 'content-type')
      headers[name] = value
  if (method === 'OPTIONS') headers['Tus-Checksum-Algorithm'] = chunkAlgorithms.join()
  if (!upload || method === 'DELETE') return headers
  const concat = method === 'HEAD' ? concatHeader(upload) : {}
  return { ...headers, ...concat, ...fileHeader(upload), ...expiryHeader(upload) }
}

const expiryHeader = ({ expiresat }: NewUpload) => ({ 'Upload-Expires': new Date(expiresat).toUTCString() })

const addressOf = (uploadid: string) => `${apiBase}${tusPath}/${uploadid}`

function concatHeader({ kind, partids }: NewUpload): Record<string, string> {
  if (kind === 'whole') return {}
  return { 'Upload-Concat': kind === 'final' ? `final;${partids.split(' ').map(addressOf).join(' ')}` : kind }
}

/** Of a final upload, which the library knows nothing of. */
export const concatenatedHeaders = (upload: NewUpload): Record<string, string> => ({
  'Tus-Resumable': '1.0.0',
  Location: addressOf(upload.uploadid),
  ...fileHeader(upload),
  ...expiryHeader(upload),
})
