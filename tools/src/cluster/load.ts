import { createHash, randomBytes } from 'node:crypto'
import { apiBase } from '@plinth/contract/call'
import { urlOf } from '@plinth/contract/client'
import { downloadFile, uploadFile } from '@plinth/contract/files'
import { objidHeader, tusBytes, tusPath } from '@plinth/contract/tus'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export interface Load {
  /** Names of what was acknowledged, with the hash of what was sent. */
  acknowledged: Map<string, string>
  /** What a user would have seen as a failure: status, or the broken connection. */
  failures: string[]
  requests: number
  stop(): Promise<void>
}

/** People who put files and read them back, one request after the other each, without ever trying a second time. */
export function startLoad(origin: string, token: string, people: number): Load {
  const load = { acknowledged: new Map<string, string>(), failures: [] as string[], requests: 0 }
  let going = true
  const person = async (n: number) => {
    for (let turn = 0; going; turn++) {
      // Every eighth is too large for the database and goes to the blob store.
      const bytes = randomBytes(turn % 8 === 0 ? 100_000 : 2_000)
      const name = `p${n}-${turn}`
      await attempt(load, async () => {
        await put(origin, token, name, bytes)
        load.acknowledged.set(name, sha256(bytes))
      })
      await attempt(load, async () => {
        if (load.acknowledged.has(name)) await readBack(origin, token, name, sha256(bytes))
      })
    }
  }
  const all = Array.from({ length: people }, (_, n) => person(n))
  return Object.assign(load, {
    async stop() {
      going = false
      await Promise.all(all)
    },
  })
}

async function attempt(load: { failures: string[]; requests: number }, work: () => Promise<void>): Promise<void> {
  load.requests++
  await work().catch(error => load.failures.push(String(error.cause ?? error)))
}

async function put(origin: string, token: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const body = new FormData()
  body.set('parentdirpath', '/')
  body.set('filename', name)
  body.set('file', new Blob([bytes]), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(origin + apiBase + uploadFile.path, { method: uploadFile.method, headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
}

/** Throws unless the bytes are those that were acknowledged. */
export async function readBack(origin: string, token: string, name: string, hash: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(origin + urlOf(downloadFile, { filepath: `/${name}` }), { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${answer.status} for ${name}`)
  if (sha256(bytes) !== hash) throw new Error(`${name} reads back with other bytes`)
}

export interface ResumableUpload {
  /** How many pieces had to be sent again after a failure. */
  again: number
  /** Sends the rest and answers the hash of the whole. */
  finish(): Promise<string>
}

/** An upload in pieces, a new one every `everyMs`, which asks where it was after every failure: the way a tus client does. */
export async function startUpload(origin: string, token: string, name: string): Promise<ResumableUpload> {
  const whole = randomBytes(24 * 1024 * 1024)
  const piece = 512 * 1024
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const metadata = Object.entries({ parentdirpath: '/', filename: name })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join()
  const created = await fetch(origin + apiBase + tusPath, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(whole.length), 'upload-metadata': metadata },
  })
  const where = new URL(created.headers.get('location') ?? '', origin).href
  const state = { again: 0 }
  let everyMs = 400
  const sent = (async () => {
    for (let offset = 0; offset < whole.length; ) {
      const next = await patch(where, headers, whole.subarray(offset, offset + piece), offset).catch(() => undefined)
      if (next === undefined) state.again++
      offset = next ?? (await offsetOf(where, headers))
      await new Promise(resolve => setTimeout(resolve, everyMs))
    }
  })()
  return Object.assign(state, {
    async finish() {
      everyMs = 0
      await sent
      return sha256(whole)
    },
  })
}

async function patch(where: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>, offset: number) {
  const answer = await fetch(where, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': tusBytes, 'upload-offset': String(offset) },
    body,
  })
  if (!answer.ok) throw new Error(String(answer.status))
  const isLast = answer.headers.get(objidHeader) !== null
  return isLast ? Number.POSITIVE_INFINITY : Number(answer.headers.get('upload-offset'))
}

async function offsetOf(where: string, headers: Record<string, string>): Promise<number> {
  for (;;) {
    const answer = await fetch(where, { method: 'HEAD', headers }).catch(() => undefined)
    if (answer?.ok) return Number(answer.headers.get('upload-offset'))
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
