import { apiBase } from '@plinth/contract/call'
import { type Ask, createClient } from '@plinth/contract/client'
import { listDir } from '@plinth/contract/dirs'
import type { FsObject } from '@plinth/contract/file-fields'
import { downloadFile, uploadFile, uploadFiles } from '@plinth/contract/files'
import { createFilestore, filestoreToken } from '@plinth/contract/filestores'
import { listTrash } from '@plinth/contract/trash'
import { tusClient } from '@plinth/files/testing/tus'
import { type Content, hashOf } from './crash-contents.ts'
import type { Owner } from './crash-owner.ts'
import { PATIENCE_MS } from './patience.ts'

/** An errcode, or null where it was done, or undefined where no answer came. */
export type Outcome = string | null | undefined

/** No answer came to a question that changes nothing: whoever asked has to stop. */
export const gone = new Error('The server is gone')

export type NamedContent = readonly [name: string, content: Content]

export const spell = (path: readonly string[]) => `/${path.join('/')}`

/** A filestore over all the roads that lead to it. */
export async function openFilestore(origin: string, owner: Owner, fsname: string) {
  const [made, error] = await owner.ask(createFilestore, { ...owner.place, fsname })
  if (error) throw new Error(error.msg)
  let bearer = ''
  const ask: Ask = createClient({ origin, token: () => bearer, timeoutMs: PATIENCE_MS })
  const headers = () => ({ authorization: `Bearer ${bearer}` })

  async function read(path: string[]): Promise<string> {
    const address = `${origin}${apiBase}${downloadFile.path}?filepath=${encodeURIComponent(spell(path))}`
    const response = await fetch(address, { headers: headers() })
    if (!response.ok) throw new Error(`${spell(path)} cannot be read: ${response.status} ${await response.text()}`)
    return hashOf(new Uint8Array(await response.arrayBuffer()))
  }

  async function listed(path: string[]) {
    const found: FsObject[] = []
    for (let cursor: string | undefined; ; ) {
      const folders = cursor ? 'none' : 'all'
      const [list, refused] = await ask(listDir, { path: spell(path), cursor, folders })
      if (refused) throw new Error(`${spell(path)}: ${refused.msg}`)
      found.push(...list.fsobjects)
      if (!list.cursor) return found
      cursor = list.cursor
    }
  }

  /** The whole tree as it is listed and read: of each file the hash of the bytes that came. */
  async function tree(path: string[] = []): Promise<unknown> {
    const entries = (await listed(path)).map(async ({ objtype, objname }) => {
      const below = [...path, objname]
      return [objname, objtype === 1 ? await tree(below) : await read(below)] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }

  async function trash(): Promise<string[]> {
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const [list, refused] = await ask(listTrash, { cursor })
      if (refused) throw new Error(refused.msg)
      found.push(...list.fsobjects.map(({ objid }) => objid))
      if (!list.cursor) return found.sort()
      cursor = list.cursor
    }
  }

  return {
    ask,
    tree,
    trash,
    tus: tusClient(
      () => origin,
      () => bearer,
    ),

    async renew(): Promise<void> {
      const [granted, refused] = await owner.ask(filestoreToken, { ...owner.place, fsid: made.fsid })
      if (refused) throw new Error(refused.msg)
      bearer = granted.token
    },

    async objidAt(path: string[]): Promise<string | undefined> {
      const [list, error] = await ask(listDir, { path: spell(path.slice(0, -1)) })
      if (error?.errcode === 'CLIENT_ERROR') throw gone
      return list?.fsobjects.find(({ objname }) => objname === path.at(-1))?.objid
    },

    async putForm(path: string[], { bytes }: Content, conflict: string): Promise<Outcome> {
      const form = new FormData()
      const fields = { parentdirpath: spell(path.slice(0, -1)), filename: path.at(-1) ?? '', conflict }
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([bytes]))
      return outcomeOf(fetch(origin + apiBase + uploadFile.path, { method: 'PUT', headers: headers(), body: form }))
    },

    /** The outcomes of all, one after the other. */
    async putTogether(
      folder: string[],
      files: readonly NamedContent[],
      conflict: 'refuse' | 'replace',
    ): Promise<Outcome> {
      const [list, none] = await ask(listDir, { path: spell(folder) })
      if (!list) return errcodeOf(none)
      const sent = files.map(([path, { bytes }]) => ({
        path,
        content: Buffer.from(bytes).toString('base64'),
        conflict,
      }))
      const [answer, error] = await ask(uploadFiles, { parentid: list.objid, files: sent })
      return error ? errcodeOf(error) : answer.uploads.map(one => ('error' in one ? one.error.errcode : null)).join()
    },

    async putDav(path: string[], { bytes }: Content): Promise<Outcome> {
      const { orgid, projectid } = owner.place
      const address = [origin, 'dav', orgid, projectid, fsname, ...path.map(encodeURIComponent)].join('/')
      const authorization = owner.basic
      return outcomeOf(fetch(address, { method: 'PUT', headers: { authorization }, body: bytes }))
    },
  }
}

const errcodeOf = ({ errcode }: { errcode: string }): Outcome => (errcode === 'CLIENT_ERROR' ? undefined : errcode)

export type Filestore = Awaited<ReturnType<typeof openFilestore>>

async function outcomeOf(asked: Promise<Response>): Promise<Outcome> {
  try {
    const response = await asked
    const text = await response.text()
    if (response.ok) return null
    return (text.startsWith('{') && JSON.parse(text).errcode) || String(response.status)
  } catch {
    return undefined
  }
}
