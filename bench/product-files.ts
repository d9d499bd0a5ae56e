import { createAccessToken } from '@plinth/contract/access-tokens'
import { apiBase, type Call, type RequestOf, type ResponseOf } from '@plinth/contract/call'
import { createClient, urlOf } from '@plinth/contract/client'
import { listDir } from '@plinth/contract/dirs'
import { downloadFile, uploadFile, uploadFiles } from '@plinth/contract/files'
import { createFilestore, filestoreToken } from '@plinth/contract/filestores'
import { createProject } from '@plinth/contract/projects'
import { downloadDir } from '@plinth/contract/zips'
import type { Product } from './product.ts'
import type { Sending } from './wire.ts'

const renewedAfterMs = 10 * 60_000
const boundary = 'plinth-bench'

/** A new filestore of the product's first user, and the two ways to its files: the calls, and WebDAV. */
export async function openFilestore({ url, orgid, accesstoken }: Product) {
  const owner = surely(createClient({ origin: url, token: () => accesstoken, timeoutMs: 60_000 }))
  const place = { orgid, projectid: 'bench' }
  await owner(createProject, { ...place, projectname: 'Bench' })
  const { fsid } = await owner(createFilestore, { ...place, fsname: 'Files' })
  const { token: password } = await owner(createAccessToken, { name: 'Bench', scope: 'write', days: 1 })
  const basic = `Basic ${Buffer.from(`mara:${password}`).toString('base64')}`
  let held = { token: '', since: 0 }

  /** File tokens last a quarter of an hour; some measurements take longer. */
  async function token(): Promise<string> {
    if (Date.now() - held.since > renewedAfterMs)
      held = { token: (await owner(filestoreToken, { ...place, fsid })).token, since: Date.now() }
    return held.token
  }

  async function ask<C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>> {
    const current = await token()
    return surely(createClient({ origin: url, token: () => current, timeoutMs: 120_000 }))(call, request)
  }

  const onDrive = (method: string, name: string): Sending => ({
    method,
    path: `/dav/${orgid}/${place.projectid}/Files/${name}`,
    headers: { authorization: basic },
  })

  const formHead = (name: string) =>
    Object.entries({ parentdirpath: '/', filename: name })
      .map(([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
      .join('')

  const { objid: parentid } = await ask(listDir, { path: '/' })

  return {
    ask,
    token,
    nsname: `${orgid}/${place.projectid}/${fsid}`,

    drive: {
      upload: (name: string) => onDrive('PUT', name),
      download: (name: string) => onDrive('GET', name),
    },

    /** With the token that was asked for last, as below. */
    together: {
      uploadTogether: (files: readonly { name: string; content: Buffer }[]): Sending => ({
        method: uploadFiles.method,
        path: apiBase + uploadFiles.path,
        headers: { authorization: `Bearer ${held.token}`, 'content-type': 'application/json' },
        before: JSON.stringify({
          parentid,
          files: files.map(({ name, content }) => ({ path: name, content: content.toString('base64') })),
        }),
      }),
      /** A folder with all it holds. */
      downloadTogether: (folder: string): Sending => ({
        method: downloadDir.method,
        path: urlOf(downloadDir, { path: `/${folder}` }),
        headers: { authorization: `Bearer ${held.token}` },
      }),
    },

    calls: {
      upload: (name: string): Sending => ({
        method: uploadFile.method,
        path: apiBase + uploadFile.path,
        headers: {
          authorization: `Bearer ${held.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        before: `${formHead(name)}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`,
        after: `\r\n--${boundary}--\r\n`,
      }),
      download: (name: string): Sending => ({
        method: 'GET',
        path: urlOf(downloadFile, { filepath: `/${name}` }),
        headers: { authorization: `Bearer ${held.token}` },
      }),
    },
  }
}

/** A measurement goes on only with what succeeded. */
const surely =
  (ask: ReturnType<typeof createClient>) =>
  async <C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>> => {
    const [data, error] = await ask(call, request)
    if (error) throw new Error(`${call.name}: ${error.msg}`)
    return data
  }
