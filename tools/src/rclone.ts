import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { createAccessToken } from '@plinth/contract/access-tokens'
import { createClient } from '@plinth/contract/client'
import { createFilestore } from '@plinth/contract/filestores'
import { signup } from '@plinth/contract/login'
import { createOrg } from '@plinth/contract/orgs'
import { createProject } from '@plinth/contract/projects'
import { unpackDebian } from './debian-packages.ts'

/**
 * `npm run test:rclone`: a folder of files is synced over WebDAV, and `rclone check` compares every byte on both sides. Then some
 * files change, go and come, and both happen again. What has not changed is not sent again. `-- --files=10000` chooses how many.
 */
const { values } = parseArgs({ options: { files: { type: 'string', default: '10000' } } })
const many = Number(values.files)
const run = promisify(execFile)
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const rclone = unpackDebian(['rclone']).programOf('rclone')
const folder = await mkdtemp(join(tmpdir(), 'plinth-rclone-'))
const [local, data] = [join(folder, 'local'), join(folder, 'data')]

let server: ChildProcess | undefined
try {
  await makeFiles()
  const origin = await start()
  const remote = await mount(origin)
  await timed(`sync of ${many} files`, () => remote('sync', local))
  await timed('check', () => remote('check', local, '--download'))
  await timed('look at what has not changed', () => sendsNothing(remote))
  await change()
  await timed('sync of what changed', () => remote('sync', local))
  await timed('check', () => remote('check', local, '--download'))
  say('No difference.')
} catch (error) {
  say(String(error))
  process.exitCode = 1
} finally {
  server?.kill('SIGTERM')
  if (server && server.exitCode === null) await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  say(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}

/** In folders of a hundred, in folders of ten; most small, some as large as photographs, some with names that are hard to spell. */
async function makeFiles(): Promise<void> {
  const odd = ['ä+&<>', '#?%', '日本 🎉', 'a b', '%2e%2e', "it's", '[x](y);=@,!']
  for (let n = 0; n < many; n++) {
    const at = join(local, `folder ${Math.floor(n / 1_000)}`, `${Math.floor(n / 100) % 10} of ten`)
    if (n % 100 === 0) await mkdir(at, { recursive: true })
    const size = n % 500 === 0 ? 2_000_000 : n % 20 === 0 ? 50_000 : n % 97 === 0 ? 0 : 1 + ((n * 7_919) % 8_000)
    await writeFile(join(at, `${n} ${odd[n % odd.length]}.dat`), randomBytes(size))
  }
}

async function change(): Promise<void> {
  const first = join(local, 'folder 0')
  await rm(join(first, '3 of ten'), { recursive: true, force: true })
  await mkdir(join(first, 'new'), { recursive: true })
  for (let n = 0; n < Math.min(100, many); n++) await writeFile(join(first, 'new', `${n}`), randomBytes(5_000))
  for (let n = 0; n < Math.min(50, many); n++) await writeFile(join(first, '0 of ten', `${n} more`), randomBytes(500))
}

async function start(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  const env = { ...process.env, PORT: String(port), PLINTH_DATA: data, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  server = child
  const [said] = await once(child.stdout, 'data')
  if (!String(said).includes('Plinth is ready')) throw new Error(String(said))
  return `http://127.0.0.1:${port}`
}

/** Somebody with a filestore, and rclone with their access token: the same program for each command. */
async function mount(origin: string) {
  const person = { userid: 'mara', name: 'Mara', email: 'mara@example.org', password: 'Passw0rd!' }
  const { accesstoken } = orThrow(await createClient({ origin })(signup, person))
  const ask = createClient({ origin, token: () => accesstoken })
  const place = { orgid: 'acme', projectid: 'site' }
  orThrow(await ask(createOrg, { orgid: 'acme', orgname: 'Acme' }))
  orThrow(await ask(createProject, { ...place, projectname: 'Site' }))
  orThrow(await ask(createFilestore, { ...place, fsname: 'Documents' }))
  const { token } = orThrow(await ask(createAccessToken, { name: 'rclone', scope: 'write', days: 1 }))
  const { stdout: pass } = await run(rclone, ['obscure', token])
  const env = {
    ...process.env,
    RCLONE_CONFIG: join(folder, 'rclone.conf'),
    RCLONE_CONFIG_PLINTH_TYPE: 'webdav',
    RCLONE_CONFIG_PLINTH_URL: `${origin}/dav/acme/site/Documents`,
    // One to which rclone sends the dates of files.
    RCLONE_CONFIG_PLINTH_VENDOR: 'owncloud',
    RCLONE_CONFIG_PLINTH_USER: person.userid,
    RCLONE_CONFIG_PLINTH_PASS: pass.trim(),
  }
  return async (command: string, from: string, ...options: string[]) => {
    const args = [command, from, 'plinth:', '--transfers=8', '--checkers=8', '--retries=1', ...options]
    return run(rclone, args, { env, maxBuffer: 16 * 1024 * 1024 })
  }
}

/** It goes by size and date, since it has no hashes of what is here. */
async function sendsNothing(remote: Awaited<ReturnType<typeof mount>>): Promise<void> {
  const { stderr } = await remote('sync', local, '--dry-run')
  if (/Skipped/.test(stderr)) throw new Error(`Files that have not changed would be sent again:\n${stderr}`)
}

function orThrow<T>([result, error]: readonly [T, unknown]): NonNullable<T> {
  if (result === null || result === undefined) throw new Error(JSON.stringify(error))
  return result
}
