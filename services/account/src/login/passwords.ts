import { hash, verify } from '@node-rs/argon2'

/** argon2id, the library's default kind, with 19 MiB and two passes: the least that OWASP's cheat sheet advises. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), settings)

/** What is verified when there is no account, so that an unknown user id costs the same time as a wrong password. */
const nobody = hash('nobody has this password', settings)

export async function verifyPassword(passwordhash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordhash ?? (await nobody), password.normalize('NFKC'))
  return matches && passwordhash != null
}
