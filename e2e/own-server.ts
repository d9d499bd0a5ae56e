import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@plinth/tools/free-port'
import { expect } from './fixtures.ts'

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

/** A product of the test's own, which can be stopped and started again over the same data. */
export async function ownServer(folder: string) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const { NODE_COMPILE_CACHE } = process.env
    const env = { NODE_COMPILE_CACHE, PORT: String(port), PLINTH_DATA: folder, NODE_ENV: 'test', LOG_LEVEL: 'error' }
    child = spawn(process.execPath, [main], { env, stdio: 'ignore' })
    await expect
      .poll(
        () =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true)
  }

  async function stop(): Promise<void> {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  await start()
  return { url, start, stop }
}
