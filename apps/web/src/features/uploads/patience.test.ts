import { expect, test } from 'vitest'
import { patienceAfter, verdictOn } from './patience.ts'
import { fitting, type Stop } from './tus.ts'

const stop = (status: number, errcode: Stop['errcode'], more: Partial<Stop> = {}): Stop => ({
  ...{ status, errcode, msg: '', ...more },
})

test('no connection is waited for however long it takes, with longer and longer pauses up to half a minute', () => {
  const cut = stop(0, 'CLIENT_ERROR')
  expect(verdictOn(cut, 0)).toEqual({ goOn: true, afterMs: 1_000 })
  expect(verdictOn(cut, 3)).toEqual({ goOn: true, afterMs: 8_000 })
  expect(verdictOn(cut, 500)).toEqual({ goOn: true, afterMs: 30_000 })
  for (const status of [404, 502, 503, 504, 522, 530])
    expect(verdictOn(stop(status, 'SERVER_ERROR'), 500), `${status}`).toEqual({ goOn: true, afterMs: 30_000 })
})

test('the server decides how long it wants to be left alone', () => {
  expect(verdictOn(stop(429, 'TOO_MANY_TRIES', { retryAfter: 7 }), 0)).toEqual({ goOn: true, afterMs: 7_000 })
})

test('a token that ended, another place to go on, a piece that arrived wrong: at once', () => {
  for (const errcode of ['FILE_TOKEN_EXPIRED', 'UPLOAD_OFFSET', 'CHUNK_WRONG', 'UPLOAD_GONE'] as const)
    expect(verdictOn(stop(400, errcode), 0)).toEqual({ goOn: true, afterMs: 0 })
})

test('but not for ever', () => {
  expect(verdictOn(stop(401, 'FILE_TOKEN_EXPIRED'), 5)).toEqual({ goOn: false })
  expect(verdictOn(stop(500, 'SERVER_ERROR'), 4).goOn).toBe(true)
  expect(verdictOn(stop(500, 'SERVER_ERROR'), 5).goOn).toBe(false)
})

test('a refusal is told to the person: full, taken, not allowed, unreadable', () => {
  for (const [status, errcode] of [
    [507, 'QUOTA_FULL'],
    [507, 'STORAGE_FULL'],
    [409, 'NAME_TAKEN'],
    [403, 'FILE_LEVEL'],
    [404, 'NOT_FOUND'],
  ] as const)
    expect(verdictOn(stop(status, errcode), 0), errcode).toEqual({ goOn: false })
  expect(verdictOn({ errcode: 'CLIENT_ERROR', msg: 'The file cannot be read.' }, 0)).toEqual({ goOn: false })
})

test('patience begins with the five seconds of the specification and grows with each time-out', () => {
  expect([0, 1, 2, 9].map(patienceAfter)).toEqual([5_000, 10_000, 20_000, 60_000])
})

test('pieces grow on a fast line and shrink on a slow one, within limits', () => {
  const mega = 1024 * 1024
  expect(fitting(4 * mega, 500)).toBe(8 * mega)
  expect(fitting(4 * mega, 20)).toBe(16 * mega)
  expect(fitting(1024 * mega, 500)).toBe(1024 * mega)
  expect(fitting(4 * mega, 2_000)).toBe(4 * mega)
  expect(fitting(4 * mega, 9_000)).toBe(2 * mega)
  expect(fitting(mega / 4, 9_000)).toBe(mega / 4)
})
