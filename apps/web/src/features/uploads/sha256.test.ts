import { expect, test } from 'vitest'
import { hex, sha256 } from './sha256.ts'

const expected = async (bytes: Uint8Array<ArrayBuffer>) =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

const random = (length: number) => Uint8Array.from({ length }, () => Math.floor(Math.random() * 256))

test('every length around a block has the hash that the runtime gives it', async () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = random(length)
    expect(sha256(bytes), `${length} bytes`).toBe(await expected(bytes))
  }
})

test('a part of a larger buffer is hashed alone', async () => {
  const bytes = random(1000).subarray(13, 700)
  expect(sha256(bytes)).toBe(await expected(bytes))
})

test('a megabyte and a bit', async () => {
  const bytes = random(1_000_003)
  expect(sha256(bytes)).toBe(await expected(bytes))
})
