import { hash, verify } from '@node-rs/argon2'
import { createHashing } from './hashing.ts'

const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mode = process.env.PW_MODE ?? 'worker'
const perform = createHashing()
let running = 0
const queue: (() => void)[] = []
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (mode !== 'two') return work()
  if (running >= 2) await new Promise<void>(r => queue.push(r))
  running++
  try {
    return await work()
  } finally {
    running--
    queue.shift()?.()
  }
}

export const hashPassword = async (password: string) =>
  mode === 'worker'
    ? String(await perform({ password: password.normalize('NFKC') }))
    : limited(() => hash(password.normalize('NFKC'), settings))

/** What is verified when there is no account, so that an unknown user id costs the same time as a wrong password. */
const nobody = hash('nobody has this password', settings)

export async function verifyPassword(passwordhash: string | null | undefined, password: string): Promise<boolean> {
  const p = passwordhash ?? (await nobody)
  const matches =
    mode === 'worker'
      ? await perform({ password: password.normalize('NFKC'), passwordhash: p })
      : await limited(() => verify(p, password.normalize('NFKC')))
  return matches === true && passwordhash != null
}
