import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres.ts'
import { makeBucket, startS3Server } from '../s3-server.ts'
import { startBalancer } from './balancer.ts'

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))

export interface Node {
  /** Where it listens itself, past the load balancer. */
  url: string
  start(): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
}

export interface Cluster {
  /** Of the load balancer. */
  url: string
  tlsUrl: string
  nodes: readonly Node[]
  stop(): Promise<void>
}

/** Three nodes over one PostgreSQL and one S3 store, behind a load balancer: all on this machine, gone when stopped. */
export async function startCluster(environment: NodeJS.ProcessEnv): Promise<Cluster> {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3Server()])
  const folder = await mkdtemp(join(tmpdir(), 'plinth-cluster-'))
  const ports = { plain: Number(environment.PORT ?? 8080), tls: await freePort() }
  const env = {
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...environment,
    PUBLIC_URL: `http://localhost:${ports.plain}`,
    DATABASE_URL: postgres.url,
    BLOB_URL: await makeBucket(s3.url, 'plinth'),
    // Nothing in it but the caught mail, which any node may be asked for.
    PLINTH_DATA: folder,
  }
  const nodePorts = [await freePort(), await freePort(), await freePort()]
  const nodes = nodePorts.map(port => createNode(port, env))
  await Promise.all(nodes.map(node => node.start()))
  const balancer = await startBalancer(folder, ports, nodePorts)
  await isReady(env.PUBLIC_URL)
  return {
    url: env.PUBLIC_URL,
    tlsUrl: `https://localhost:${ports.tls}`,
    nodes,
    async stop() {
      await balancer.stop()
      await Promise.all(nodes.map(node => node.stop('SIGTERM')))
      await Promise.all([postgres.stop(), s3.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function createNode(port: number, env: NodeJS.ProcessEnv): Node {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  return {
    url,
    async start() {
      child = spawn(process.execPath, [main], {
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await isReady(url)
    },
    async stop(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

async function isReady(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await wait(100)
  }
  throw new Error(`${url} was not ready within a minute`)
}
