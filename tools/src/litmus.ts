import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The path of litmus, the test suite for WebDAV servers. Installs it where there is none and the machine allows it. */
export async function findLitmus(): Promise<string> {
  const found = onPath() ?? (await installed())
  if (found) return found
  throw new Error(
    'The tests of WebDAV need litmus, and it could not be found or installed. On Debian "sudo apt-get install -y litmus" ' +
      'helps; PLINTH_LITMUS may name one that you have.',
  )
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [process.env.PLINTH_LITMUS ?? '', ...folders.map(folder => join(folder, 'litmus'))].find(
    path => path !== '' && existsSync(path),
  )
}

async function installed(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("There is no litmus yet: installing Debian's package.")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], { env, maxBuffer: 64 * 1024 * 1024 })
  await apt('update').catch(() => {})
  await apt('install', '-y', '--no-install-recommends', 'litmus').catch((error: Error) =>
    console.log(error.message.trim().slice(-2_000)),
  )
  return onPath()
}
