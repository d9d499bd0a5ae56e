import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Each starts npm several times.
vi.setConfig({ testTimeout: 240_000 })

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-install-'))
  writeProject({})
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A project whose one package is a folder of its own, so that no registry is asked. */
function writeProject(dependencies: Record<string, string>): void {
  const write = (path: string, content: unknown) => writeFileSync(join(root, path), JSON.stringify(content))
  mkdirSync(join(root, 'brick'), { recursive: true })
  write('brick/package.json', { name: 'brick', version: '1.0.0', dependencies })
  write('package.json', { name: 'house', version: '1.0.0', workspaces: ['brick'] })
  write('package-lock.json', {
    name: 'house',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'house', version: '1.0.0', workspaces: ['brick'] },
      brick: { version: '1.0.0' },
      'node_modules/brick': { resolved: 'brick', link: true },
    },
  })
}

/** In a process of its own, as two commands started at once would be. */
function ensureInstalled(): Promise<{ code: number; output: string }> {
  const script = `
    const { ensureInstalled } = await import(${JSON.stringify(join(import.meta.dirname, 'install.mjs'))})
    process.exitCode = (await ensureInstalled(${JSON.stringify(root)})).code`
  return new Promise(done => {
    const child = execFile(process.execPath, ['--input-type=module', '-e', script], (_error, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })
}

const stamp = () => join(root, 'node_modules/.plinth-installed')

test('installs once, and again only when the lockfile changes', async () => {
  const first = await ensureInstalled()
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Installing the packages') })
  expect(existsSync(join(root, 'node_modules/brick/package.json'))).toBe(true)

  expect(await ensureInstalled()).toEqual({ code: 0, output: '' })

  rmSync(join(root, 'node_modules/.package-lock.json'))
  writeFileSync(join(root, 'package-lock.json'), `${readFileSync(join(root, 'package-lock.json'), 'utf8')}\n`)
  expect((await ensureInstalled()).output).toContain('Installing the packages')
})

test('two commands at once install once and both go on', async () => {
  const both = await Promise.all([ensureInstalled(), ensureInstalled()])
  expect(both.map(result => result.code)).toEqual([0, 0])
  expect(both.filter(result => result.output.includes('Installing the packages'))).toHaveLength(1)
  expect(existsSync(join(root, '.cache/install.lock'))).toBe(false)
})

test('a lock that a dead command left behind is taken over', async () => {
  mkdirSync(join(root, '.cache'))
  writeFileSync(join(root, '.cache/install.lock'), '99999999')
  expect((await ensureInstalled()).code).toBe(0)
})

test('an install that fails leaves no stamp and says so', async () => {
  writeProject({ mortar: 'file:./missing.tgz' })
  const result = await ensureInstalled()
  expect(result.code).not.toBe(0)
  expect(result.output).toContain('The packages were not installed')
  expect(existsSync(stamp())).toBe(false)
})

test('a lockfile that disagrees with package.json is refused', async () => {
  mkdirSync(join(root, 'mortar'))
  writeFileSync(join(root, 'mortar/package.json'), JSON.stringify({ name: 'mortar', version: '1.0.0' }))
  writeProject({ mortar: 'file:../mortar' })
  const result = await ensureInstalled()
  expect(result).toMatchObject({ code: 1, output: expect.stringContaining('disagree about brick') })
  expect(existsSync(stamp())).toBe(false)
})
