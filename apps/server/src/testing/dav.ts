import type { Person } from '@plinth/account/testing/people'
import { createAccessToken } from '@plinth/contract/access-tokens'
import { type Store, startFilestores } from './filestores.ts'

interface Sending {
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream
}

export const basic = (userid: string, token: string) => `Basic ${Buffer.from(`${userid}:${token}`).toString('base64')}`

/** Both services, and people who mount filestores. */
export async function startDav(environment: Record<string, string> = {}) {
  const app = await startFilestores(environment)
  const orgid = await app.scene.organisation()

  async function accessToken({ ask }: Pick<Person, 'ask'>, scope: 'read' | 'write' = 'write') {
    const [made, error] = await ask(createAccessToken, { name: 'Mount', scope, days: 1 })
    if (error) throw new Error(error.msg)
    return made
  }

  /** Sends a request to an address as it stands. */
  async function send(
    method: string,
    path: string,
    authorization: string | undefined,
    { headers, body }: Sending = {},
  ) {
    const response = await fetch(app.url + path, {
      method,
      headers: { ...(authorization ? { authorization } : {}), ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }

  /** A filestore as somebody sees it who has mounted it. */
  async function mount(person: Person, { orgid, projectid }: Pick<Store, 'orgid' | 'projectid'>, fsname = 'Documents') {
    const { token, accesstoken } = await accessToken(person)
    const authorization = basic(person.userid, token)
    const root = `/dav/${orgid}/${projectid}/${encodeURIComponent(fsname)}`
    const at = (path: string) => root + path
    const go = (method: string, path: string, sending: Sending = {}) => send(method, at(path), authorization, sending)

    return {
      authorization,
      accesstoken,
      at,
      go,
      put: async (path: string, body: string, headers = {}) => (await go('PUT', path, { body, headers })).status,
      get: async (path: string) => (await go('GET', path)).text,
      mkcol: async (path: string) => (await go('MKCOL', path)).status,
      delete: async (path: string, headers = {}) => (await go('DELETE', path, { headers })).status,
      to: async (method: 'COPY' | 'MOVE', path: string, destination: string, headers = {}) =>
        (await go(method, path, { headers: { destination: app.url + at(destination), ...headers } })).status,
      /** The names in a folder, as they stand in addresses. */
      async list(path: string): Promise<string[]> {
        const { text } = await go('PROPFIND', path, { headers: { depth: '1' } })
        return hrefsIn(text)
          .slice(1)
          .map(href => href.slice(at(path).replace(/\/?$/, '/').length))
      },
      async lock(path: string, { scope = 'exclusive', ...headers }: Record<string, string> = {}) {
        const body = `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope>
          <D:locktype><D:write/></D:locktype><D:owner><D:href>mailto:me</D:href></D:owner></D:lockinfo>`
        const { status, headers: answered, text } = await go('LOCK', path, { headers, body })
        return { status, token: answered.get('lock-token') ?? '', text }
      },
    }
  }

  return {
    ...app,
    orgid,
    accessToken,
    send,
    mount,
    newStore: async () => app.filestore(await app.scene.project(orgid)),
  }
}

export const hrefsIn = (xml: string) => [...xml.matchAll(/<D:response><D:href>([^<]*)/g)].map(([, href]) => href ?? '')

export type Mounted = Awaited<ReturnType<Awaited<ReturnType<typeof startDav>>['mount']>>
