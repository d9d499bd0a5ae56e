import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const password = 'Passw0rd!'

describe('a password', () => {
  it('is kept as argon2id with 19 MiB and two passes, each time with another salt', async () => {
    const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(second).not.toBe(first)
  })

  it('is told from any other, also when many are asked for at once', async () => {
    const passwords = Array.from({ length: 12 }, (_, n) => `${password}${n}`)
    const hashes = await Promise.all(passwords.map(hashPassword))
    const own = await Promise.all(hashes.map((hash, n) => verifyPassword(hash, passwords[n] ?? '')))
    const others = await Promise.all(hashes.map((hash, n) => verifyPassword(hash, passwords[n + 1] ?? '')))
    expect(own).toEqual(Array(12).fill(true))
    expect(others).toEqual(Array(12).fill(false))
  })

  it('is the same however its letters were put together', async () => {
    expect(await verifyPassword(await hashPassword('Pässw0rd!'), 'Pa\u0308ssw0rd!')).toBe(true)
  })

  it('of nobody matches nothing', async () => {
    expect(await verifyPassword(undefined, password)).toBe(false)
    expect(await verifyPassword(null, '')).toBe(false)
  })

  it('is compared on after a comparison that failed', async () => {
    const hash = await hashPassword(password)
    const broken = Array.from({ length: 8 }, () => verifyPassword('$argon2id$broken', password).catch(() => 'failed'))
    expect(await Promise.all(broken)).toEqual(Array(8).fill('failed'))
    expect(await verifyPassword(hash, password)).toBe(true)
  })
})
