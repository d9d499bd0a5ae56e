import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { apiBase, type Call } from '@plinth/contract/call'
import { createClient } from '@plinth/contract/client'
import { createDir, listDir } from '@plinth/contract/dirs'
import type { FsObject } from '@plinth/contract/file-fields'
import { fileTokenAudience } from '@plinth/contract/file-token'
import { downloadFile, uploadFile } from '@plinth/contract/files'
import { createNamespace } from '@plinth/contract/namespaces'
import type { FileLevel } from '@plinth/contract/permissions'
import { PATIENCE_MS, startTestApp } from '@plinth/platform/testing/app'
import { SignJWT } from 'jose'
import { files } from '../files.ts'

interface TokenOptions {
  level?: FileLevel
  userid?: string
  ns?: string
  key?: KeyObject
  /** Seconds from now. */
  issued?: number
  expires?: number
  audience?: string
  /** The session or access token that it was got through. */
  via?: string
}

interface Sent {
  status: number
  errcode: string | undefined
  fsobject: FsObject | undefined
  body: unknown
}

let number = 0

/** The file service over HTTP, with filestores whose keys are known here. */
export async function startFiles(environment: Record<string, string> = {}) {
  const app = await startTestApp([files], environment)

  async function store(options: { quota?: number; orgid?: string } = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const nsname = `${options.orgid ?? 'acme'}/site/fs${number++}`
    const pubkey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const [, error] = await app.platform.callService('files')(createNamespace, {
      nsname,
      pubkey,
      quota: options.quota ?? null,
    })
    if (error) throw new Error(error.msg)

    const token = (given: TokenOptions = {}) =>
      new SignJWT({ ns: given.ns ?? nsname, level: given.level ?? 'editor', ...(given.via ? { via: given.via } : {}) })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(given.userid ?? 'mara')
        .setAudience(given.audience ?? fileTokenAudience)
        .setIssuedAt(seconds(given.issued ?? 0))
        .setExpirationTime(seconds(given.expires ?? 900))
        .sign(given.key ?? privateKey)

    async function as(level: FileLevel, userid = 'mara') {
      const bearer = await token({ level, userid })
      return createClient({ origin: app.url, token: () => bearer, timeoutMs: PATIENCE_MS })
    }

    const bearer = await token()
    const ask = await as('editor')

    /** Sends a form as it is: the fields in the order given, the file wherever it stands. */
    async function send(
      parts: Record<string, string | Blob>,
      init: RequestInit = {},
      call: Call = uploadFile,
    ): Promise<Sent> {
      const form = new FormData()
      for (const [name, part] of Object.entries(parts)) form.append(name, part)
      const headers = { authorization: `Bearer ${bearer}` }
      const response = await fetch(app.url + apiBase + call.path, { method: 'PUT', headers, body: form, ...init })
      const body = (await response.json()) as { data?: { fsobject: FsObject }; errcode?: string }
      return { status: response.status, errcode: body.errcode, fsobject: body.data?.fsobject, body }
    }

    /** A file by its whole path. */
    async function put(path: string, content: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
      const at = path.lastIndexOf('/')
      const fields = { parentdirpath: path.slice(0, at) || '/', filename: path.slice(at + 1), ...more }
      return send({ ...fields, file: new Blob([content]) })
    }

    const get = (path: string, headers: Record<string, string> = {}, query = '') =>
      fetch(`${app.url}${apiBase}${downloadFile.path}?filepath=${encodeURIComponent(path)}${query}`, {
        headers: { authorization: `Bearer ${bearer}`, ...headers },
      })

    async function mkdir(path: string): Promise<string> {
      const at = path.lastIndexOf('/')
      const [data, refused] = await ask(createDir, {
        parentdirpath: path.slice(0, at) || '/',
        dirname: path.slice(at + 1),
      })
      if (refused) throw new Error(`${path}: ${refused.msg}`)
      return data.fsobject.objid
    }

    async function names(path: string): Promise<string[]> {
      const [data, refused] = await ask(listDir, { path })
      if (refused) throw new Error(refused.msg)
      return data.fsobjects.map(({ objname }) => objname)
    }

    const text = async (path: string) => (await get(path)).text()

    async function bytes(path: string): Promise<Buffer> {
      const response = await get(path)
      if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    }

    return { nsname, pubkey, token, as, ask, bearer, send, put, get, text, bytes, mkdir, names }
  }

  return { ...app, app, store }
}

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow

export type FilesApp = Awaited<ReturnType<typeof startFiles>>
export type Store = Awaited<ReturnType<FilesApp['store']>>
