import { randomBytes } from 'node:crypto'
import { createHashing } from './hashing.ts'

/** argon2id, the library's default kind, with 19 MiB and two passes: the least that OWASP's cheat sheet advises. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const perform = createHashing()

export const hashPassword = async (password: string) =>
  String(await perform({ password: password.normalize('NFKC'), settings }))

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** What is verified when there is no account, so that an unknown user id costs the same time as a wrong password. */
const nobody = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$${base64(16)}$${base64(32)}`

export async function verifyPassword(passwordhash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await perform({ password: password.normalize('NFKC'), passwordhash: passwordhash ?? nobody })
  return matches === true && passwordhash != null
}
