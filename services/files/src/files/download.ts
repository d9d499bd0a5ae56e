import { Readable } from 'node:stream'
import { Refusal } from '@plinth/platform/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Contents } from '../blobs/contents.service.ts'
import { changedHere, type Times } from '../entries/times.ts'

export interface Download {
  name: string
  hash: string
  size: number
  mediatype: string
  modifiedat: number
  changedat: number | null
  disposition: 'attachment' | 'inline'
  /** All of them, where they are few and were read along. */
  bytes?: Uint8Array | null
  /** Another tag than the hash as it is written elsewhere. */
  etag?: string
}

/** What a browser shows without running anything of it. An SVG or a page can hold script, so they are only ever saved. */
const shown = /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/

/** Even if something of it were run, it would be on an origin of its own that reaches nothing. */
const harmless = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

/** Sends a content, or the part of it that was asked for, or only that it is the one the reader has. */
export async function sendContent(contents: Contents, request: FastifyRequest, reply: FastifyReply, file: Download) {
  if (isOther(request, file)) throw new Refusal('CONTENT_OTHER')
  reply.headers(headersOf(file))
  if (isKnown(request, file)) return reply.code(304).send()
  const range = rangeOf(request, file)
  if (range === 'none') {
    reply.header('content-range', `bytes */${file.size}`).removeHeader('content-disposition')
    throw new Refusal('RANGE_WRONG')
  }
  const length = range ? range.end - range.start + 1 : file.size
  reply.header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  // Of nothing at all the length would be said to be nothing.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await contents.read(file, range))
}

const etagOf = ({ hash, etag }: Download) => etag ?? `"${hash}"`
/** HTTP's times have no milliseconds. */
const secondOf = (time: number) => Math.floor(time / 1000)

function headersOf(file: Download) {
  const { name, mediatype, modifiedat, disposition } = file
  const inline = disposition === 'inline' && shown.test(mediatype)
  return {
    'content-type': mediatype === 'text/plain' ? 'text/plain; charset=utf-8' : mediatype,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; ${filenameOf(name)}`,
    'content-security-policy': harmless,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: etagOf(file),
    'last-modified': new Date(modifiedat).toUTCString(),
  }
}

/** For readers of today as it is; for those of old in ASCII, without what would end the quotes. */
export function filenameOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}

/** Who goes on with a download wants the bytes of the content that it began with, or none. */
function isOther({ headers }: FastifyRequest, file: Download): boolean {
  const wanted = headers['if-match']
  if (wanted !== undefined) return !wanted.split(',').some(tag => tag.trim() === '*' || tag.trim() === etagOf(file))
  return wasChangedAfter(headers['if-unmodified-since'], file)
}

/** A file's own date can be older than that of what it replaced: then whoever names another date goes by when it was written here. */
const isAsOf = (date: number, file: Times) =>
  secondOf(file.modifiedat) === secondOf(date) || secondOf(changedHere(file)) <= secondOf(date)

/** What is no date says nothing. */
export function wasChangedAfter(date: string | undefined, file: Times): boolean {
  const since = Date.parse(date ?? '')
  return !Number.isNaN(since) && !isAsOf(since, file)
}

function isKnown({ headers }: FastifyRequest, file: Download): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) {
    return known.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etagOf(file))
  }
  return isAsOf(Date.parse(headers['if-modified-since'] ?? ''), file)
}

interface Range {
  start: number
  end: number
}

/** Undefined for the whole: where none is asked for, or several, which we do not send, or it is a part of an earlier content. */
function rangeOf({ headers, method }: FastifyRequest, file: Download): Range | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (method !== 'GET' || file.size === 0 || !isSame(headers['if-range'], file)) return undefined
  const last = file.size - 1
  const range = from === '' ? { start: Math.max(0, file.size - Number(to)), end: last } : asked(from, to, last)
  return range.start > range.end || range.start > last ? 'none' : range
}

const asked = (from: string, to: string, last: number) => ({
  start: Number(from),
  end: to === '' ? last : Math.min(Number(to), last),
})

function isSame(ifRange: unknown, file: Download): boolean {
  if (typeof ifRange !== 'string') return true
  if (ifRange.includes('"')) return ifRange === etagOf(file)
  // What comes with a date can have that of the content before it.
  return file.changedat === null && secondOf(Date.parse(ifRange)) === secondOf(file.modifiedat)
}
