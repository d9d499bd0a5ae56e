import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { webDist, webFingerprint, webIsBuilt, webStamp } from './web-fingerprint.mjs'

const root = mkdtempSync(join(tmpdir(), 'plinth-web-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const changes = (path: string) => {
  const before = webFingerprint(root)
  write(path, 'changed')
  return webFingerprint(root) !== before
}

test.each([
  'apps/web/src/routes/index.tsx',
  'apps/web/index.html',
  'apps/web/public/favicon.svg',
  'apps/web/vite.config.ts',
  'packages/contract/src/orgs.ts',
  'package-lock.json',
])('a change of %s asks for a new build', path => {
  expect(changes(path)).toBe(true)
})

test.each([
  'apps/web/dist/index.html',
  'apps/web/src/routeTree.gen.ts',
  'apps/web/src/lib/theme.test.ts',
  'apps/web/node_modules/a.js',
  'apps/server/src/main.ts',
])('a change of %s does not', path => {
  expect(changes(path)).toBe(false)
})

test('moving text from one file to another is a change', () => {
  write('apps/web/src/a.ts', 'ab')
  write('apps/web/src/b.ts', '')
  const before = webFingerprint(root)
  write('apps/web/src/a.ts', 'a')
  write('apps/web/src/b.ts', 'b')
  expect(webFingerprint(root)).not.toBe(before)
})

test('a build counts only with the stamp of the same sources', () => {
  rmSync(webDist(root), { recursive: true, force: true })
  expect(webIsBuilt(root)).toBe(false)
  write('apps/web/dist/.fingerprint', 'of older sources')
  expect(webIsBuilt(root)).toBe(false)
  writeFileSync(webStamp(webDist(root)), webFingerprint(root))
  expect(webIsBuilt(root)).toBe(true)
})
