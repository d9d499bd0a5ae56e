import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { freePort } from '@plinth/tools/free-port'
import { end, firstAnswer, tied } from '../product.ts'
import type { AccountAndFileServer } from './account-server.ts'
import { fetchPackage } from './npm-package.ts'

const version = '12.4.0'
const person = { email: 'mara@example.org', password: 'Passw0rd!' }
const boundary = 'plinth-bench'
/** The version that Directus asks for has to be compiled. This one comes compiled; only scripts of its users run in it. */
const instead = { 'isolated-vm': '7.0.1' }

/** Directus on PostgreSQL, with one person, a collection of fifty items, and files on the disk. Nothing slows anybody down. */
export async function startDirectus(database: string, folder: string): Promise<AccountAndFileServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'silent' },
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: database, SECRET: 'bench'.repeat(8), ACCESS_TOKEN_TTL: '1d' },
    ...{ ADMIN_EMAIL: person.email, ADMIN_PASSWORD: person.password, LOGIN_STALL_TIME: '0' },
    ...{ STORAGE_LOCATIONS: 'local', STORAGE_LOCAL_ROOT: join(folder, 'files') },
    ...{ TELEMETRY: 'false', PRESSURE_LIMITER_ENABLED: 'false', RATE_LIMITER_ENABLED: 'false' },
  }
  const installedIn = dirname(fetchPackage('directus', version, instead))
  const program = join(installedIn, '@directus/api/dist/cli/run.js')
  execFileSync(process.execPath, [program, 'bootstrap'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const child = tied(spawn(process.execPath, [program, 'start'], { cwd: folder, env, stdio: 'ignore' }))
  await firstAnswer(`${url}/server/ping`, performance.now())
  const json = { 'content-type': 'application/json' }

  async function ask(path: string, body: object, headers: Record<string, string> = {}) {
    const init = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }
    const response = await fetch(url + path, init)
    if (!response.ok) throw new Error(`Directus answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { data: { access_token?: string } }
  }

  const { access_token } = (await ask('/auth/login', person)).data
  const headers = { authorization: `Bearer ${access_token}` }
  await ask('/collections', people, headers)
  await ask('/items/people', fifty, headers)
  return {
    ...{ name: 'Directus', version, pid: child.pid ?? 0, installedIn, port },
    me: { url: `${url}/users/me`, headers },
    list: { url: `${url}/items/people?limit=50`, headers },
    signIn: { url: `${url}/auth/login`, headers: json, bodies: [JSON.stringify(person)] },
    upload: name => ({
      ...{ method: 'POST', path: '/files' },
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      before: `${field('id')}\r\n\r\n${idOf(name)}\r\n${field('file')}; filename="${name}"\r\n\r\n`,
      after: `\r\n--${boundary}--\r\n`,
    }),
    download: name => ({ method: 'GET', path: `/assets/${idOf(name)}`, headers }),
    stop: () => end(child),
  }
}

const people = {
  collection: 'people',
  schema: {},
  fields: [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
    ...['name', 'role'].map(name => ({ field: name, type: 'string' })),
    { field: 'joined', type: 'integer' },
  ],
}
const fifty = Array.from({ length: 50 }, (_, n) => ({ name: `Person ${n}`, role: 'Member', joined: n }))

const field = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`

/** Its files are named by a uuid, which may be given to it. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
