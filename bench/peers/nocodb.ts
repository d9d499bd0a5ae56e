import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { freePort } from '@plinth/tools/free-port'
import { end, firstAnswer, tied } from '../product.ts'
import type { AccountServer } from './account-server.ts'
import { fetchPackage } from './npm-package.ts'

const version = '0.301.3'
const person = { email: 'mara@example.org', password: 'Passw0rd!' }
/** One of the two is not on npm in the version asked for. The other is a database that is not used here, and has to be compiled. */
const instead = { xlsx: '0.18.5', sqlite3: 'npm:empty-module@0.0.2' }

/** It comes as a library for a program of one's own. */
const programOf = (installed: string) => `
  const { Noco } = require(${JSON.stringify(installed)})
  const app = require(${JSON.stringify(join(dirname(installed), 'express'))})()
  const server = app.listen(Number(process.env.PORT), '127.0.0.1', async () => app.use(await Noco.init({}, server, app)))`

/** NocoDB on PostgreSQL, with one person and a table of fifty records. */
export async function startNocodb(database: string, folder: string): Promise<AccountServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const installed = fetchPackage('nocodb', version, instead)
  const settings = { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: database, NC_TOOL_DIR: folder }
  const env = { ...process.env, ...settings, NC_DISABLE_TELE: 'true', NC_AUTH_JWT_SECRET: 'bench' }
  const child = tied(spawn(process.execPath, ['-e', programOf(installed)], { cwd: folder, env, stdio: 'ignore' }))
  await firstAnswer(`${url}/api/v1/health`, performance.now())
  const json = { 'content-type': 'application/json' }

  async function ask(path: string, body: object, headers: Record<string, string> = {}) {
    const init = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }
    const response = await fetch(url + path, init)
    if (!response.ok) throw new Error(`NocoDB answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { token?: string; id?: string }
  }

  const { token = '' } = await ask('/api/v1/auth/user/signup', person)
  const headers = { 'xc-auth': token }
  const base = await ask('/api/v2/meta/bases', { title: 'Bench' }, headers)
  const { id } = await ask(`/api/v2/meta/bases/${base.id}/tables`, people, headers)
  await ask(`/api/v2/tables/${id}/records`, fifty, headers)
  return {
    ...{ name: 'NocoDB', version, pid: child.pid ?? 0, installedIn: dirname(installed) },
    me: { url: `${url}/api/v1/auth/user/me`, headers },
    list: { url: `${url}/api/v2/tables/${id}/records?limit=50`, headers },
    signIn: { url: `${url}/api/v1/auth/user/signin`, headers: json, bodies: [JSON.stringify(person)] },
    stop: () => end(child),
  }
}

const column = (name: string, uidt: string) => ({ column_name: name, title: name, uidt })
const people = {
  ...{ table_name: 'people', title: 'people' },
  columns: [
    column('id', 'ID'),
    column('name', 'SingleLineText'),
    column('role', 'SingleLineText'),
    column('joined', 'Number'),
  ],
}
const fifty = Array.from({ length: 50 }, (_, n) => ({ name: `Person ${n}`, role: 'Member', joined: n }))
