import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { freePort } from '@plinth/tools/free-port'
import { end, tied } from '../product.ts'
import type { AccountAndFileServer } from './account-server.ts'
import { untilListening } from './listening.ts'
import { fetchPackage } from './npm-package.ts'

const version = '9.10.0'
const password = 'Passw0rd!'

/** Parse Server on PostgreSQL, with one person, a class of fifty objects, and files on the disk under the names they are given. */
export async function startParse(database: string, folder: string): Promise<AccountAndFileServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/parse`
  const settings = { appId: 'bench', masterKey: 'bench', databaseURI: database, port: String(port), host: '127.0.0.1' }
  const files = { filesAdapter: '@parse/fs-files-adapter', preserveFileName: 'true', maxUploadSize: '1gb' }
  const args = Object.entries({ ...settings, ...files, mountPath: '/parse' }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ])
  const installed = fetchPackage('parse-server', version)
  const program = join(installed, 'bin/parse-server')
  const env = { ...process.env, NODE_ENV: 'production', PARSE_SERVER_LOGS_FOLDER: 'null' }
  const child = tied(spawn(process.execPath, [program, ...args, '--silent'], { cwd: folder, env, stdio: 'ignore' }))
  await untilListening(port, child)
  const app = { 'X-Parse-Application-Id': settings.appId, 'Content-Type': 'application/json' }

  async function ask(path: string, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { ...app, ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`Parse Server answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { sessionToken?: string }
  }

  const { sessionToken = '' } = await ask('/users', { username: 'mara', password, email: 'mara@example.org' })
  // Only its master makes new classes.
  const master = { 'X-Parse-Master-Key': settings.masterKey }
  for (let n = 0; n < 50; n++) await ask('/classes/Person', { name: `Person ${n}`, role: 'Member', joined: n }, master)
  const signedIn = { ...app, 'X-Parse-Session-Token': sessionToken }
  return {
    name: 'Parse Server',
    version,
    pid: child.pid ?? 0,
    port,
    installedIn: dirname(installed),
    me: { url: `${url}/users/me`, headers: signedIn },
    list: { url: `${url}/classes/Person?limit=50`, headers: signedIn },
    signIn: { url: `${url}/login`, headers: app, bodies: [JSON.stringify({ username: 'mara', password })] },
    upload: name => ({
      ...{ method: 'POST', path: `/parse/files/${name}` },
      headers: { ...signedIn, 'Content-Type': 'application/octet-stream' },
    }),
    download: name => ({ method: 'GET', path: `/parse/files/${settings.appId}/${name}`, headers: signedIn }),
    stop: () => end(child),
  }
}
