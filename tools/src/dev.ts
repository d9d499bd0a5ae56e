import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { needsPassingOn, stopSignals } from './run-child.mjs'

const root = resolve(import.meta.dirname, '../..')
const webPort = '5173'
const webAddress = `http://localhost:${webPort}`

// Links in mails must lead to the page that reloads itself, not to the last build.
const env = {
  PUBLIC_URL: webAddress,
  PLINTH_DEV_TARGET: `http://127.0.0.1:${process.env.PORT ?? 8080}`,
  ...process.env,
}

const sides = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn('vite', ['apps/web', '--port', webPort, '--strictPort', '--clearScreen', 'false'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
]

const hasEnded = (side: ChildProcess) => side.exitCode !== null || side.signalCode !== null

let stopping = false

function stop(signal: NodeJS.Signals): void {
  for (const side of sides) if (!hasEnded(side)) side.kill(signal)
}

for (const signal of stopSignals) {
  process.on(signal, () => {
    stopping = true
    if (needsPassingOn(signal)) stop(signal)
  })
}

console.log(`Open ${webAddress} (the page and the server reload when a file changes; Ctrl-C ends both).`)

const ends = sides.map(side => once(side, 'exit'))
const [code] = await Promise.race(ends)
const endedAlone = !stopping
if (endedAlone) stop('SIGTERM')
await Promise.all(ends)
process.exitCode = endedAlone ? (code ?? 1) : 0
