import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@plinth/platform/testing/free-port'

interface Options {
  program: URL
  environment: Record<string, string>
  /** A command that starts the one which follows it, such as one that sets limits. */
  under?: string[]
}

const { PATH, NODE_COMPILE_CACHE } = process.env
/** Of our surroundings: where commands are, and what Node has compiled before, which is a third of a start. */
export const inherited = { PATH, NODE_COMPILE_CACHE }

/** The product as a process of its own, which can be killed and started again on what it left. */
export async function createOwnProcess({ program, environment, under = [] }: Options) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [command = '', ...args] = [...under, process.execPath, program.pathname]
  let child: ChildProcess | undefined
  let output = ''

  return {
    url,
    pid: () => child?.pid ?? 0,
    /** What it said since it was last started. */
    output: () => output,
    isAlive: () => child?.exitCode === null && child.signalCode === null,

    async start(more: Record<string, string> = {}): Promise<void> {
      const base = { ...inherited, PORT: String(port), LOG_LEVEL: 'error', NODE_ENV: 'test' }
      const env = { ...base, ...environment, ...more }
      const started = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      output = ''
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', chunk => {
          output = (output + chunk).slice(-20_000)
        })
      while (!output.includes('Plinth is ready')) {
        if (started.exitCode !== null || started.signalCode !== null) throw new Error(`It did not start: ${output}`)
        await Promise.race([once(started.stdout, 'data'), once(started, 'exit')])
      }
    },

    async end(signal: NodeJS.Signals): Promise<void> {
      if (child?.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

export type OwnProcess = Awaited<ReturnType<typeof createOwnProcess>>
