import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type Account, api } from './orgs.ts'
import type { Project } from './projects.ts'

/** As the server takes them together. */
const mostTogether = 32

export interface Filestore extends Project {
  fsid: string
  fsname: string
}

export async function filestoreOf(
  request: APIRequestContext,
  owner: Account,
  project: Project,
  fsname = 'Archive',
): Promise<Filestore> {
  const { orgid, projectid } = project
  const { fsid } = await api<{ fsid: string }>(request, owner, '/filestore/create', { orgid, projectid, fsname })
  return { ...project, fsid, fsname }
}

/** A script of that person's at work in a filestore, without a screen. */
export async function fileScript(request: APIRequestContext, as: Account, { orgid, projectid, fsid }: Filestore) {
  const { token } = await api<{ token: string }>(request, as, '/filestore/token', { orgid, projectid, fsid })
  const headers = { authorization: `Bearer ${token}` }
  const send = async <T>(method: string, path: string, data: unknown): Promise<T> => {
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, data })
    const body = await answer.json()
    expect(answer.ok(), `${path}: ${JSON.stringify(body)}`).toBe(true)
    return body.data
  }
  return {
    folder: async (path: string, name: string) => {
      const data = { parentdirpath: path, dirname: name }
      return (await send<{ fsobject: { objid: string } }>('PUT', '/dir/create', data)).fsobject.objid
    },
    file: async (path: string, name: string, content: string | Buffer = name, conflict = 'refuse') => {
      const buffer = typeof content === 'string' ? Buffer.from(content) : content
      const file = { name, mimeType: 'application/octet-stream', buffer }
      const multipart = { parentdirpath: path, filename: name, conflict, file }
      const answer = await request.fetch('/api/v1/file/upload', { method: 'PUT', headers, multipart })
      const body = await answer.json()
      expect(answer.ok(), `${path}/${name}: ${JSON.stringify(body)}`).toBe(true)
      return body.data.fsobject.objid as string
    },
    names: async (path: string) => {
      const answer = await request.get(`/api/v1/dir/list?path=${encodeURIComponent(path)}`, { headers })
      const { data } = await answer.json()
      return (data.fsobjects as { objname: string }[]).map(({ objname }) => objname)
    },
    read: async (path: string) => {
      const answer = await request.get(`/api/v1/file/download?filepath=${encodeURIComponent(path)}`, { headers })
      expect(answer.ok(), path).toBe(true)
      return answer.body()
    },
    send,
  }
}

export const storeAt = ({ orgid, projectid, fsid }: Filestore, folderid = '') =>
  `/org/${orgid}/project/${projectid}/filestore/${fsid}${folderid ? `/${folderid}` : ''}`

/** Many small files at once, by their paths from the top folder on. */
export async function manyFiles({ send }: Awaited<ReturnType<typeof fileScript>>, paths: readonly string[]) {
  const { objid: parentid } = await send<{ objid: string }>('GET', '/dir/list?path=%2F', undefined)
  for (let at = 0; at < paths.length; at += mostTogether) {
    const some = paths.slice(at, at + mostTogether)
    const files = some.map(path => ({ path, content: Buffer.from(path).toString('base64') }))
    await send('PUT', '/file/uploadmany', { parentid, files })
  }
}

/** A row of the list, by the name of what it shows. */
export const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
