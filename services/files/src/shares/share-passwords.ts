import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const options = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const hashBytes = 32

/** On the threads that read files, not on the one that answers requests. */
const derive = (password: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

export async function hashSharePassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`
}

export async function isSharePassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.')
  const known = Buffer.from(hash, 'base64url')
  return known.length === hashBytes && timingSafeEqual(known, await derive(password, Buffer.from(salt, 'base64url')))
}
