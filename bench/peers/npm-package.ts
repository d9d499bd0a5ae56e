import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../.cache/npm-peers/', import.meta.url))

/**
 * Where a package of npm's lies, with all it needs, in a cache folder of its own: nothing of it is among our dependencies. `instead`
 * has other versions than those it asks for, where these would have to be compiled or come from elsewhere than npm.
 */
export function fetchPackage(name: string, version: string, instead: Record<string, string> = {}): string {
  const folder = join(cache, `${name}-${version}`)
  if (!existsSync(join(folder, '.complete'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides: instead }))
    // No scripts: what they would compile or fetch, such as drivers of other databases, nobody asks for here.
    const options = ['--ignore-scripts', '--save-exact', '--no-audit', '--no-fund']
    const args = ['install', '--prefix', folder, ...options, `${name}@${version}`]
    try {
      execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    } catch {
      throw new Error(`${name} could not be fetched. This shows why: npm ${args.join(' ')}`)
    }
    writeFileSync(join(folder, '.complete'), '')
  }
  return join(folder, 'node_modules', name)
}
