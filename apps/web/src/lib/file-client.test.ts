import { createClient } from '@plinth/contract/client'
import { createDir, listDir } from '@plinth/contract/dirs'
import { expect, test, vi } from 'vitest'
import { createFileClient } from './file-client.ts'

const store = { orgid: 'northwind', projectid: 'fieldwork', fsid: 'fs1' }
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refused = (status: number, errcode: string) =>
  json(status, { status, errcode, msg: errcode, errdata: { code: errcode, data: null, msg: errcode } })
const listed = () => json(200, { data: { objid: 'top', fsobjects: [], cursor: null } })

/** A server that answers each file call with the next of `answers`, and hands out tokens t1, t2 and so on. */
function scene(answers: (() => Response | Promise<Response>)[], { apiKey = 'key', token = 't', isOpen = true } = {}) {
  const seen: string[] = []
  let tokens = 0
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    if (String(url).endsWith('/filestore/token') && !isOpen) return refused(404, 'NOT_FOUND')
    if (String(url).endsWith('/filestore/token'))
      return json(200, { data: { token: token && `${token}${++tokens}`, level: 'editor', expiresat: 0 } })
    seen.push(new Headers(init?.headers).get('authorization') ?? '')
    const next = answers.shift()
    if (!next) throw new Error('asked once too often')
    return next()
  }
  const pause = vi.fn(async () => {})
  const key = () => apiKey || undefined
  const { askFile } = createFileClient({ ask: createClient({ token: key, send }), apiKey: key, send, pause })
  return { askFile, seen, pause, tokens: () => tokens }
}

test('one token serves many calls, until shortly before it ends', async () => {
  vi.useFakeTimers()
  const { askFile, seen } = scene([listed, listed, listed])
  await Promise.all([askFile(store, listDir, { path: '/' }), askFile(store, listDir, { path: '/' })])
  vi.advanceTimersByTime(14 * 60_000 + 1)
  await askFile(store, listDir, { path: '/' })
  expect(seen).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
  vi.useRealTimers()
})

test('a token that was taken back is replaced once', async () => {
  const expired = () => refused(401, 'FILE_TOKEN_EXPIRED')
  const good = scene([expired, listed])
  expect((await good.askFile(store, listDir, { path: '/' }))[1]).toBeNull()
  expect(good.seen).toEqual(['Bearer t1', 'Bearer t2'])
  const bad = scene([expired, expired])
  expect((await bad.askFile(store, listDir, { path: '/' }))[1]?.errcode).toBe('FILE_TOKEN_EXPIRED')
})

test('a filestore that is closed to somebody is told from a file that is not there', async () => {
  const { askFile, seen } = scene([], { isOpen: false })
  const [, error] = await askFile(store, listDir, { path: '/' })
  expect([error?.status, error?.errcode]).toEqual([404, 'FILE_TOKEN_OTHER'])
  expect(error?.msg).toBe('This filestore is not open to you any more.')
  expect(seen).toEqual([])
})

test('a call without an answer is tried twice, two seconds apart; a refusal is not', async () => {
  const dead = () => Promise.reject(new Error('no line'))
  const good = scene([dead, listed])
  expect((await good.askFile(store, listDir, { path: '/' }))[1]).toBeNull()
  expect(good.pause.mock.calls).toEqual([[2_000]])
  const bad = scene([dead, dead])
  expect((await bad.askFile(store, listDir, { path: '/' }))[1]?.errcode).toBe('CLIENT_ERROR')
  const no = scene([() => refused(404, 'NOT_FOUND')])
  expect((await no.askFile(store, listDir, { path: '/' }))[1]?.errcode).toBe('NOT_FOUND')
  expect(no.pause).not.toHaveBeenCalled()
})

test('a change whose answer was lost is not called taken because it had happened', async () => {
  const { askFile } = scene([() => Promise.reject(new Error('cut')), () => refused(409, 'NAME_TAKEN')])
  const [, error] = await askFile(store, createDir, { parentdirpath: '/', dirname: 'Plans' })
  expect(error?.errcode).toBe('CLIENT_ERROR')
})

test('what is missing is named before anything is sent', async () => {
  const signedOut = scene([], { apiKey: '' })
  expect((await signedOut.askFile(store, listDir, { path: '/' }))[1]?.msg).toBe('Api key is invalid')
  const nowhere = scene([])
  expect((await nowhere.askFile({ ...store, fsid: '' }, listDir, { path: '/' }))[1]?.msg).toBe('Endpoint is invalid')
  const empty = scene([], { token: '' })
  expect((await empty.askFile(store, listDir, { path: '/' }))[1]?.msg).toBe('Token is invalid')
  expect([...signedOut.seen, ...nowhere.seen, ...empty.seen]).toEqual([])
})
