import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'

const run = promisify(execFile)
const PYTHON = '/usr/bin/python3'

export interface S3Server {
  /** As BLOB_URL, up to the bucket, which the tests make for themselves. */
  url: string
  stop(): Promise<void>
}

/** A throw-away OpenStack Swift, which speaks S3's API. It goes away with this process, however that ends. */
export async function startS3Server(): Promise<S3Server> {
  const own = process.env.PLINTH_TEST_S3
  if (own) return { url: own, stop: async () => {} }
  await findS3Server()
  const owner = process.getuid?.() === 0 ? idsOf('nobody') : undefined
  const folder = mkdtempSync(join(tmpdir(), 'plinth-swift-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  // Handed over as text: whoever runs it may not be allowed to read the folder we are in.
  const program = readFileSync(new URL('swift-server.py', import.meta.url), 'utf8')
  const server = spawn(PYTHON, ['-c', program, folder], {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    // Ctrl-C reaches the whole foreground group; it has to outlive it to clean up.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return {
    url: `s3://test%3Atester:testing@127.0.0.1:${await untilReady(server)}`,
    stop: async () => {
      server.stdin.end()
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

/** A new bucket on such a server, as BLOB_URL. */
export async function makeBucket(server: string, bucket: string): Promise<string> {
  const { username, password, host } = new URL(server)
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(username), decodeURIComponent(password)]
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' })
  const made = await client.fetch(`http://${host}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`The S3 server makes no bucket: ${made.status} ${await made.text()}`)
  return `${server}/${bucket}?tls=false`
}

/** Installs Swift where there is none and the machine allows it. */
export async function findS3Server(): Promise<void> {
  if (process.env.PLINTH_TEST_S3 || (await isInstalled())) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install()
  if (await isInstalled()) return
  throw new Error(
    'The tests of the S3 store need OpenStack Swift, and it could not be found or installed. On Debian ' +
      '"sudo apt-get install -y --no-install-recommends python3-swift" helps; elsewhere PLINTH_TEST_S3 may name a store of ' +
      'yours as s3://key:secret@host:port, where the tests may make buckets without TLS.',
  )
}

const isInstalled = () =>
  run(PYTHON, ['-c', 'import importlib.util; importlib.util.find_spec("swift.common.middleware").name']).then(
    () => true,
    () => false,
  )

async function install(): Promise<void> {
  console.log("There is no OpenStack Swift yet: installing Debian's package, which can take a minute.")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], { env, maxBuffer: 64 * 1024 * 1024 })
  await apt('update').catch(() => {})
  await apt('install', '-y', '--no-install-recommends', 'python3-swift').catch((error: Error) =>
    console.log(error.message.trim().slice(-2_000)),
  )
}

function idsOf(user: string): { uid: number; gid: number } {
  const ask = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }).trim())
  return { uid: ask('-u'), gid: ask('-g') }
}

/** What it says after it is ready is read, so that it never blocks, and dropped. */
async function untilReady(server: ReturnType<typeof spawn>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let log = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', chunk => {
      log = (log + chunk).slice(-10_000)
      const [, port] = /ready at (\d+)/.exec(log) ?? []
      if (port) resolve(Number(port))
    })
  server.on('error', reject)
  server.on('exit', () => reject(new Error(`OpenStack Swift did not start: ${log}`)))
  return promise
}
