import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findChromium } from '../chromium.ts'
import { startCluster } from './cluster.ts'
import { prove } from './prove.ts'

/** `npm run cluster`, and with an argument what is done with it. Takes the variables of `npm start`, except those of the stores. */
const works: Record<string, () => Promise<boolean>> = { serve, prove: proveAll, journeys, api }
const [name = 'serve', ...args] = process.argv.slice(2)
const work = works[name]
if (!work) throw new Error(`Unknown work "${name}". There are: ${Object.keys(works).join(', ')}.`)
process.exitCode = (await work()) ? 0 : 1

async function serve(): Promise<boolean> {
  const told = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const { url, tlsUrl, nodes, stop } = await startCluster(process.env)
  process.stdout.write(`Plinth is ready: ${url} and, with a certificate of its own making, ${tlsUrl}\n`)
  process.stdout.write(`Behind it: ${nodes.map(node => node.url).join(', ')}\n`)
  await told
  await stop()
  return true
}

async function proveAll(): Promise<boolean> {
  const cluster = await startCluster({ ...process.env, LOG_LEVEL: 'error' })
  try {
    return await prove(cluster)
  } finally {
    await cluster.stop()
  }
}

/** The journeys of `npm test`, with this in place of the one process. */
async function journeys(): Promise<boolean> {
  const env = { ...process.env, PLINTH_CHROMIUM: await findChromium(), E2E_CLUSTER: 'yes' }
  return succeeds('playwright', ['test', '--config=e2e/playwright.config.ts', ...args], env)
}

/** The HTTP tests of `npm test`, with three nodes over PostgreSQL and S3 that answer in turns. */
function api(): Promise<boolean> {
  return succeeds('vitest', ['run', '--project', 'nodes', ...args], { ...process.env, NODE_ENV: 'test' })
}

async function succeeds(command: string, options: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const [code] = await once(spawn(command, options, { env, stdio: 'inherit' }), 'exit')
  return code === 0
}
