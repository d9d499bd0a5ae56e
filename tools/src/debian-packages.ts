import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../.cache/debian/', import.meta.url))

export interface DebianPackages {
  /** A program of one of the packages: from the cache, or the machine's own where it was there already. */
  programOf(name: string): string
  /** Where a package's files lie: in the cache, or where Debian puts them. */
  fileOf(path: string): string
  /** Libraries that came with them are found beside them. */
  environment: NodeJS.ProcessEnv
}

/** Debian's packages, unpacked into a cache folder: nothing is installed, started or changed, and no root is needed. */
export function unpackDebian(packages: readonly string[]): DebianPackages {
  const root = join(cache, packages.join('+'))
  if (!existsSync(join(root, '.complete'))) unpackInto(root, packages)
  const libraries = join(root, 'usr/lib')
  const folders = existsSync(libraries) ? readdirSync(libraries).filter(name => name.endsWith('-linux-gnu')) : []
  return {
    programOf: name => findProgram(root, name),
    fileOf: path => [join(root, path)].find(existsSync) ?? join('/', path),
    environment: { ...process.env, LD_LIBRARY_PATH: folders.map(name => join(libraries, name)).join(delimiter) },
  }
}

/** Only what the machine does not have itself is fetched, with what that needs. */
function unpackInto(root: string, packages: readonly string[]): void {
  const downloads = join(root, '.packages')
  mkdirSync(downloads, { recursive: true })
  const options = { cwd: downloads, stdio: 'pipe', encoding: 'utf8' } as const
  try {
    const missing = execFileSync(
      'apt-get',
      ['install', '--print-uris', '-qq', '--no-install-recommends', ...packages],
      options,
    )
    const names = [...missing.matchAll(/^'[^']+' ([^_]+)_/gm)].map(([, name]) => name ?? '')
    if (names.length > 0) execFileSync('apt-get', ['-qq', 'download', ...names], options)
    for (const file of readdirSync(downloads)) execFileSync('dpkg', ['-x', file, root], options)
  } catch {
    const command = `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`
    throw new Error(`${packages.join(', ')} could not be fetched. On Debian this helps: ${command}`)
  }
  writeFileSync(join(root, '.complete'), '')
}

function findProgram(root: string, name: string): string {
  const own = ['usr/sbin', 'usr/bin'].map(folder => join(root, folder))
  const folders = [...own, '/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const found = folders.map(folder => join(folder, name)).find(path => existsSync(path))
  if (!found) throw new Error(`There is no program "${name}", neither on this machine nor in the packages.`)
  return found
}
