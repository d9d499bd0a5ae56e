import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { needsPassingOn, stopSignals } from './run-child.mjs'

const root = resolve(import.meta.dirname, '../..')
const longestMs = 45 * 60_000

export interface Outcome {
  passed: number
  failed: number
  /** Shown when something failed. */
  output: string
}

export interface Part {
  name: string
  group: 'check' | 'unit' | 'api' | 'e2e'
  /** These come first, but may fail. */
  after?: string[]
  /** These come first and have to succeed. */
  needs?: string[]
  run(): Promise<Outcome>
}

export interface Finished extends Outcome {
  part: Part
  seconds: number
}

interface Listener {
  started(part: Part): void
  finished(result: Finished): void
}

let stopped = false
const children = new Set<ChildProcess>()

// Vitest and Playwright clean up after an interrupt.
for (const signal of stopSignals) {
  process.on(signal, () => {
    stopped = true
    if (needsPassingOn(signal)) for (const child of children) child.kill('SIGINT')
  })
}

export const wasStopped = () => stopped

/** Runs the parts in their order, two at a time where they do not wait for each other. */
export async function runParts(parts: Part[], listener: Listener): Promise<Finished[]> {
  const waiting = [...parts]
  const results: Finished[] = []
  const running = new Map<string, Promise<void>>()
  while (waiting.length + running.size > 0) {
    const isReady = (part: Part) =>
      [...(part.after ?? []), ...(part.needs ?? [])].every(
        name => !running.has(name) && !waiting.some(other => other.name === name),
      )
    const next = running.size < 2 && !stopped ? waiting.find(isReady) : undefined
    if (next) {
      waiting.splice(waiting.indexOf(next), 1)
      listener.started(next)
      const run = runPart(next, results).then(result => {
        running.delete(next.name)
        results.push(result)
        listener.finished(result)
      })
      running.set(next.name, run)
    } else if (running.size > 0) await Promise.race(running.values())
    else break
  }
  return parts.flatMap(part => results.filter(result => result.part === part))
}

async function runPart(part: Part, earlier: Finished[]): Promise<Finished> {
  const started = performance.now()
  const missing = part.needs?.find(name => earlier.some(result => result.part.name === name && result.failed > 0))
  const outcome = missing
    ? { passed: 0, failed: 1, output: `It could not run: "${missing}" failed.` }
    : await part.run().catch((error: Error) => ({ passed: 0, failed: 1, output: error.message }))
  return { ...outcome, part, seconds: (performance.now() - started) / 1000 }
}

export interface Ended {
  code: number
  output: string
}

/** Runs a command and keeps what it prints, so that parts that run side by side do not mix their words. */
export function capture(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' }
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...colour, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  return new Promise(done => {
    child.once('error', error => done({ code: 1, output: error.message }))
    child.once('close', (code, signal) => {
      children.delete(child)
      done({ code: code ?? 1, output: signal ? `${output}\nIt was ended by ${signal}.` : output })
    })
  })
}
