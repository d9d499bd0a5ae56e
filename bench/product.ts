import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@plinth/contract/client'
import { signup } from '@plinth/contract/login'
import { createOrg } from '@plinth/contract/orgs'
import { freePort } from '@plinth/tools/free-port'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A folder of its own for each measurement, gone afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ends with us too, however we end: a run that is broken off leaves nobody behind. */
export function tied<Child extends ChildProcess>(child: Child): Child {
  const stop = () => void child.kill()
  process.on('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  return child
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Asks until the address answers, and says how long that took from the given moment. */
export async function firstAnswer(url: string, since: number): Promise<number> {
  for (;;) {
    const answered = await fetch(url).then(
      response => response.ok,
      () => false,
    )
    if (answered) return performance.now() - since
    if (performance.now() - since > 180_000) throw new Error(`${url} did not answer within three minutes`)
    // With a rest, so that asking does not take from whoever is about to start.
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

export interface Product {
  url: string
  pid: number
  /** Its data folder. */
  folder: string
  /** Somebody signed in, with one organisation. */
  accesstoken: string
  orgid: string
}

/** The product as users get it, with its first user, for as long as the work takes. */
export async function withProduct<T>(
  environment: Record<string, string>,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder(async folder => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { PORT: String(port), PLINTH_DATA: folder, LOG_LEVEL: 'error', NODE_ENV: 'production', ...environment }
    const options: SpawnOptions = { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] }
    const child = tied(spawn(process.execPath, ['apps/server/src/main.ts'], options))
    try {
      await firstAnswer(`${url}/healthz`, performance.now())
      return await work({ url, pid: child.pid ?? 0, folder, ...(await firstUser(url)) })
    } finally {
      await end(child)
    }
  })
}

async function firstUser(url: string) {
  const person = { userid: 'mara', name: 'Mara Lind', email: 'mara@example.org', password: 'Passw0rd!' }
  const [credentials, error] = await createClient({ origin: url })(signup, person)
  if (error) throw new Error(error.msg)
  const { accesstoken } = credentials
  const orgid = 'northwind'
  await createClient({ origin: url, token: () => accesstoken })(createOrg, { orgid, orgname: 'Northwind' })
  return { accesstoken, orgid }
}
