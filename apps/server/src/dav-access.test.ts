import { once } from 'node:events'
import { request } from 'node:http'
import { revokeAccessToken } from '@plinth/contract/access-tokens'
import { deleteFilestore, renameFilestore, setFilestoreAccess } from '@plinth/contract/filestores'
import { removeProjectUser } from '@plinth/contract/project-users'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { basic, hrefsIn, startDav } from './testing/dav.ts'

let app: Awaited<ReturnType<typeof startDav>>

beforeAll(async () => {
  app = await startDav()
})
afterAll(() => app.close())

const look = { headers: { depth: '0' } }

describe('signing in', () => {
  it('takes the user id and an access token of that user, and nothing else', async () => {
    const { mila, vito } = app.scene
    const store = await app.newStore()
    const { at, authorization } = await app.mount(mila, store)
    const { token } = await app.accessToken(mila)
    expect((await app.send('PROPFIND', at('/'), authorization, look)).status).toBe(207)
    // As one signs in on the web, too.
    for (const name of ['Mila', mila.email, mila.email.toUpperCase()])
      expect((await app.send('PROPFIND', at('/'), basic(name, token), look)).status).toBe(207)
    for (const wrong of [
      undefined,
      basic('mila', 'Passw0rd!'),
      basic(vito.userid, token),
      basic('mila', token.slice(0, -1)),
      basic('mila', mila.accesstoken),
      `Bearer ${token}`,
      'Basic %%%',
    ]) {
      const { status, headers } = await app.send('PROPFIND', at('/'), wrong, look)
      expect([wrong, status]).toEqual([wrong, 401])
      expect(headers.get('www-authenticate')).toContain('Basic realm="Plinth"')
    }
  })

  it('with what is wrong too often has to wait, and who is right does not', async () => {
    const { at, authorization } = await app.mount(app.scene.mila, await app.newStore())
    const from = { headers: { depth: '0', 'x-forwarded-for': '198.51.100.7' } }
    const tries = Array.from({ length: 70 }, () => app.send('PROPFIND', at('/'), basic('mila', 'guess'), from))
    const last = (await Promise.all(tries)).find(({ status }) => status === 429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.send('PROPFIND', at('/'), authorization, from)).status).toBe(207)
  })

  it('ends when the token is revoked, at once, and with no other', async () => {
    const { mila } = app.scene
    const store = await app.newStore()
    const [{ go, authorization, accesstoken }, other] = [await app.mount(mila, store), await app.mount(mila, store)]
    for (const mounted of [{ go }, other]) expect((await mounted.go('PROPFIND', '/', look)).status).toBe(207)
    await mila.ask(revokeAccessToken, { tokenid: accesstoken.tokenid })
    expect((await go('PROPFIND', '/', look)).status).toBe(401)
    expect((await go('PUT', '/a.txt', { body: 'a' })).status).toBe(401)
    expect((await app.send('PROPFIND', '/dav', authorization, look)).status).toBe(401)
    expect(await other.put('/a.txt', 'a')).toBe(201)
    expect((await app.send('PROPFIND', '/dav', undefined, look)).status).toBe(401)
  })
})

describe('what one may', () => {
  it('is to read, for a viewer and for a token that may only read', async () => {
    const { mila, vito } = app.scene
    const store = await app.newStore()
    const writer = await app.mount(mila, store)
    await writer.put('/a.txt', 'a')
    const readers = [
      (await app.mount(vito, store)).authorization,
      basic('mila', (await app.accessToken(mila, 'read')).token),
    ]
    for (const reader of readers) {
      const as = async (method: string, path: string, headers = {}) =>
        (await app.send(method, writer.at(path), reader, { headers })).status
      expect(await as('GET', '/a.txt')).toBe(200)
      expect(await as('PROPFIND', '/', { depth: '1' })).toBe(207)
      for (const method of ['PUT', 'DELETE', 'PROPPATCH', 'LOCK', 'UNLOCK']) {
        expect([method, await as(method, '/a.txt')]).toEqual([method, 403])
      }
      expect(await as('MKCOL', '/new')).toBe(403)
      for (const method of ['COPY', 'MOVE']) {
        expect([method, await as(method, '/a.txt', { destination: writer.at('/b.txt') })]).toEqual([method, 403])
      }
    }
    expect(await writer.list('/')).toEqual(['a.txt'])
  })

  it('is nothing where one does not belong, as if nothing was there', async () => {
    const stranger = await app.person('stranger')
    const store = await app.newStore()
    const { authorization } = await app.mount(stranger, store)
    for (const path of [
      `/dav/${store.orgid}/${store.projectid}/Documents/`,
      `/dav/${store.orgid}/${store.projectid}/Nothing/`,
      `/dav/${store.orgid}/${store.projectid}/Documents/a%20b/c.txt`,
      `/dav/${store.orgid}/${store.projectid}`,
      `/dav/${store.orgid}`,
      '/dav/no-such-org/x/y',
      '/dav/NOT%20AN%20ID/x/y',
    ]) {
      for (const method of ['PROPFIND', 'GET']) {
        const { status, text } = await app.send(method, path, authorization, look)
        expect([method, path, status, text]).toEqual([method, path, 404, ''])
      }
      expect((await app.send('PUT', path, authorization, { body: 'x' })).status).toBeGreaterThanOrEqual(403)
    }
  })

  it('changes with the level, and ends with the membership, at once', async () => {
    const { pia, mila } = app.scene
    const store = await app.newStore()
    const mounted = await app.mount(mila, store)
    expect(await mounted.put('/a.txt', 'a')).toBe(201)
    await pia.ask(setFilestoreAccess, { ...store, userid: 'mila', level: 'viewer' })
    await app.platform.jobs.idle()
    expect(await mounted.put('/a.txt', 'b')).toBe(403)
    expect(await mounted.get('/a.txt')).toBe('a')
    await pia.ask(removeProjectUser, { ...store, userid: 'mila' })
    await app.platform.jobs.idle()
    expect((await mounted.go('GET', '/a.txt')).status).toBe(404)
  })

  it('is asked once more when a file has come that took its time', async () => {
    const { pia, mila } = app.scene
    const store = await app.newStore()
    const { authorization, at } = await app.mount(mila, store)
    const headers = { authorization, expect: '100-continue', 'content-length': '5' }
    const outgoing = request(app.url + at('/slow.txt'), { method: 'PUT', headers })
    const answer = once(outgoing, 'response')
    outgoing.flushHeaders()
    await once(outgoing, 'continue')
    await pia.ask(removeProjectUser, { ...store, userid: 'mila' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    outgoing.end('bytes')
    const [response] = await answer
    expect(response.resume().statusCode).toBe(503)
    vi.useRealTimers()
    expect(await (await app.mount(pia, store)).list('/')).toEqual([])
  })

  it('follows the name of the filestore, so that nothing is written to another one', async () => {
    const { pia } = app.scene
    const store = await app.newStore()
    const mounted = await app.mount(pia, store)
    await mounted.put('/a.txt', 'a')
    await pia.ask(renameFilestore, { ...store, fsname: 'Archive' })
    await expect.poll(async () => (await mounted.go('GET', '/a.txt')).status).toBe(404)
    const renamed = await app.mount(pia, store, 'Archive')
    expect(await renamed.get('/a.txt')).toBe('a')
    await pia.ask(deleteFilestore, store)
    await app.platform.jobs.idle()
    expect((await renamed.go('GET', '/a.txt')).status).toBe(404)
  })
})

describe('above filestores', () => {
  it('there are the organisations and projects that one belongs to, to look into', async () => {
    const { vito } = app.scene
    const place = await app.scene.project(app.orgid)
    await app.filestore(place, 'Plans & more')
    const { authorization } = await app.mount(vito, place)
    const list = async (path: string) =>
      hrefsIn((await app.send('PROPFIND', path, authorization, { headers: { depth: '1' } })).text)
    expect(await list('/dav/')).toEqual(['/dav/', `/dav/${app.orgid}/`])
    expect(await list(`/dav/${app.orgid}`)).toContain(`/dav/${app.orgid}/${place.projectid}/`)
    const inProject = `/dav/${app.orgid}/${place.projectid}/`
    expect(await list(inProject)).toEqual([inProject, `${inProject}Plans%20%26%20more/`])
    expect(await list(`${inProject}Plans%20%26%20more/`)).toEqual([`${inProject}Plans%20%26%20more/`])
    expect((await app.send('GET', inProject, authorization)).status).toBe(200)
    for (const method of ['MKCOL', 'DELETE', 'PROPPATCH', 'LOCK']) {
      expect((await app.send(method, inProject, authorization)).status).toBe(403)
    }
  })
})
