import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

const DEBIAN = '/usr/lib/postgresql'

export interface Postgres {
  url: string
  stop(): Promise<void>
}

/** A throw-away PostgreSQL server with an empty cluster. It goes away with this process, however that ends. */
export async function startPostgres(): Promise<Postgres> {
  const bin = findServer() ?? installServer()
  const owner = ownerOfCluster()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...clusterOptions(bin)], { ...options, stdio: 'pipe' })
  const port = await freePort()
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', join(bin, 'postgres'), folder, String(port)], {
    ...options,
    // Ctrl-C reaches the whole foreground group; the keeper has to outlive it to clean up.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await untilReady(keeper)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      keeper.stdin?.end()
      if (keeper.exitCode === null) await once(keeper, 'exit')
    },
  }
}

/**
 * Runs the server until its own input ends, which happens when we close it and also when we are killed; then stops the
 * server and deletes the folder. Nothing in the folder is worth a sync to disk.
 */
const KEEPER = `
"$1" -D "$2/data" -p "$3" -h 127.0.0.1 -k '' -F -c synchronous_commit=off -c full_page_writes=off \\
  -c max_connections=200 -c shared_buffers=64MB -c autovacuum=off &
while read -r line; do :; done
kill -QUIT $!
wait $!
rm -rf "$2"
`

/** An English collation, so that a test of byte order cannot pass by the server's default. */
function clusterOptions(bin: string): string[] {
  const common = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
  const help = execFileSync(join(bin, 'initdb'), ['--help'], { encoding: 'utf8' })
  return help.includes('--icu-locale') ? [...common, '--locale-provider=icu', '--icu-locale=en'] : common
}

function findServer(): string | undefined {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...debian.map(version => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function installServer(): string {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      'The tests need a PostgreSQL server. Install one, on Debian with: sudo apt-get install -y --no-install-recommends postgresql',
    )
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Debian makes and starts a cluster of its own unless the tools that do so are told not to beforehand.
  execFileSync('/bin/sh', ['-c', WITHOUT_CLUSTER], { env, stdio: 'pipe' })
  const bin = findServer()
  if (!bin) throw new Error('apt-get installed postgresql, but no server is to be found under /usr/lib/postgresql')
  return bin
}

const WITHOUT_CLUSTER = `
set -e
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
apt-get update -qq
apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold postgresql
`

/** The server refuses to run as root, so for root it runs as the user that Debian's package makes, or as nobody. */
function ownerOfCluster(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const ask = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }).trim())
  try {
    return { uid: ask('-u', 'postgres'), gid: ask('-g', 'postgres') }
  } catch {
    return { uid: ask('-u', 'nobody'), gid: ask('-g', 'nobody') }
  }
}

/** Its log says when it is ready. What it says after that is read, so that it never blocks, and dropped. */
async function untilReady(keeper: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let log = ''
  keeper.stderr?.on('data', chunk => {
    log = (log + chunk).slice(-10_000)
    if (log.includes('ready to accept connections')) resolve()
    if (log.includes('FATAL')) reject(new Error(`PostgreSQL did not start: ${log}`))
  })
  keeper.on('error', reject)
  await promise
}
