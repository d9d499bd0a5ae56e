import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findProblems } from './import-rules.ts'

type Tree = Record<string, string>

const manifest = (name: string, dependencies: string[], devDependencies = ['vitest']) =>
  JSON.stringify({
    name,
    dependencies: Object.fromEntries(dependencies.map(dependency => [dependency, '1.0.0'])),
    devDependencies: Object.fromEntries(devDependencies.map(dependency => [dependency, '1.0.0'])),
  })

const cleanTree: Tree = {
  'package.json': manifest('plinth', []),
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'\nexport default defineConfig({})`,
  'packages/contract/package.json': manifest('@plinth/contract', ['zod']),
  'packages/contract/src/orgs.ts': `import { z } from 'zod'\nexport const org = z.object({})`,
  'packages/contract/src/orgs.test.ts': `import { test } from 'vitest'\nimport { org } from './orgs.ts'\ntest('x', () => org)`,
  'packages/platform/package.json': manifest('@plinth/platform', ['@plinth/contract', 'kysely', 'pg']),
  'packages/platform/src/config.ts': `import { org } from '@plinth/contract/orgs'\nexport const config = [process.env, org]`,
  'packages/platform/src/database.ts': `import { Kysely } from 'kysely'\nimport pg from 'pg'\nexport const make = () => [Kysely, pg]`,
  'services/account/package.json': manifest('@plinth/account', ['@plinth/contract', '@plinth/platform', 'kysely']),
  'services/account/src/orgs.policy.ts': `import { org } from '@plinth/contract/orgs'\nexport const may = () => org`,
  'services/account/src/orgs.repository.ts': `import { sql } from 'kysely'\nexport const rows = () => sql`,
  'services/account/src/orgs.service.ts': [
    `import type { Transaction } from 'kysely'`,
    `import { config } from '@plinth/platform/config'`,
    `import { may } from './orgs.policy.ts'`,
    `import { rows } from './orgs.repository.ts'`,
    `export const list = (tx: Transaction<unknown>) => [tx, config, may, rows]`,
  ].join('\n'),
  'services/account/src/orgs.routes.ts': `import { list } from './orgs.service.ts'\nexport const routes = [list]`,
  'services/account/src/orgs.test.ts': `import { sql } from 'kysely'\nexport const seen = [sql, process.env.PATH]`,
  'services/files/package.json': manifest('@plinth/files', []),
  'services/files/src/dirs.ts': `export const dirs = []`,
  'apps/server/package.json': manifest('@plinth/server', ['@plinth/account', '@plinth/files']),
  'apps/server/src/main.ts': `import { routes } from '@plinth/account/orgs.routes'\nimport { dirs } from '@plinth/files/dirs'\nexport const all = [routes, dirs]`,
  'apps/web/package.json': manifest('@plinth/web', ['react', '@plinth/contract', '@tanstack/react-query', 'sonner']),
  'apps/web/src/lib/api.ts': `import { org } from '@plinth/contract/orgs'\nexport const api = org`,
  'apps/web/src/ui/Button.tsx': `import 'react'\nexport const Button = () => <b />`,
  'apps/web/src/ui/toast.ts': `export { toast } from 'sonner'`,
  'apps/web/src/features/orgs/Orgs.tsx': `import { useQuery } from '@tanstack/react-query'\nimport { api } from '../../lib/api.ts'\nimport { Button } from '../../ui/Button.tsx'\nexport const Orgs = [useQuery, api, Button]`,
  'apps/web/src/features/users/Users.tsx': `export const Users = []`,
  'apps/web/src/routes/index.tsx': `import { Orgs } from '../features/orgs/Orgs.tsx'\nimport { Users } from '../features/users/Users.tsx'\nexport const Route = [Orgs, Users]`,
  'apps/web/vite.config.ts': `export default { port: process.env.PORT }`,
  'e2e/package.json': manifest('@plinth/e2e', [], ['@plinth/contract']),
  'e2e/orgs.e2e.ts': `import { org } from '@plinth/contract/orgs'\nexport const journey = [org, process.env.PORT]`,
}

const roots: string[] = []

function problemsOf(changes: Tree): string[] {
  const root = mkdtempSync(join(tmpdir(), 'plinth-rules-'))
  roots.push(root)
  for (const [path, text] of Object.entries({ ...cleanTree, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return findProblems(root).map(({ file, line, rule }) => `${file}:${line} ${rule}`)
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

test('a tree that keeps the rules has no problems', () => {
  expect(problemsOf({})).toEqual([])
})

const broken: [expected: string, file: string, text: string][] = [
  ['the contract imports zod only', 'packages/contract/src/a.ts', `import { readFile } from 'node:fs'\nreadFile`],
  [
    'tests of the contract import zod and vitest only',
    'packages/contract/src/a.test.ts',
    `import '../../platform/src/config.ts'`,
  ],
  [
    'the platform imports the contract only',
    'packages/platform/src/a.ts',
    `import '../../../services/files/src/dirs.ts'`,
  ],
  [
    'a service imports the platform and the contract only',
    'services/account/src/a.ts',
    `import '../../../apps/server/src/main.ts'`,
  ],
  [
    'tests of a service use the platform, the contract and the stand-ins of tools only',
    'services/account/src/a.test.ts',
    `import '../../../apps/server/src/main.ts'`,
  ],
  ['a service never imports another service', 'services/account/src/a.ts', `import '../../files/src/dirs.ts'`],
  ['only apps/server imports services', 'e2e/a.ts', `import '../services/files/src/dirs.ts'`],
  ['the server does not import the web app', 'apps/server/src/a.ts', `import '../../web/src/lib/api.ts'`],
  [
    'the web app knows the server by the contract only',
    'apps/web/src/lib/a.ts',
    `import '../../../server/src/main.ts'`,
  ],
  [
    'journeys, measurements and tools use the product from outside',
    'e2e/a.ts',
    `import '../packages/platform/src/config.ts'`,
  ],
  ['a feature does not import a route', 'apps/web/src/features/orgs/a.ts', `import '../../routes/index.tsx'`],
  ['a feature imports no other feature', 'apps/web/src/features/orgs/a.ts', `import '../users/Users.tsx'`],
  ['ui imports neither features nor routes', 'apps/web/src/ui/a.ts', `import '../features/users/Users.tsx'`],
  ['ui holds no data', 'apps/web/src/ui/a.ts', `import '@tanstack/react-query'`],
  [
    'ui holds no data',
    'apps/web/src/ui/a.ts',
    `import type { org } from '@plinth/contract/orgs'\nexport type Org = typeof org`,
  ],
  ['ui holds no data', 'apps/web/src/ui/a.ts', `import '../lib/api.ts'`],
  ['lib imports no ui, feature or route', 'apps/web/src/lib/a.ts', `import '../ui/Button.tsx'`],
  ['routes call the service', 'services/account/src/a.routes.ts', `import './orgs.repository.ts'`],
  ['a service file knows no routes', 'services/account/src/a.service.ts', `import './orgs.routes.ts'`],
  ['a repository knows only the database', 'services/account/src/a.repository.ts', `import './orgs.service.ts'`],
  ['a policy is pure', 'services/account/src/a.policy.ts', `import './orgs.repository.ts'`],
  [
    'only a repository holds SQL',
    'services/account/src/a.service.ts',
    `import { sql } from 'kysely'\nexport const a = sql`,
  ],
  [
    'only a repository holds SQL',
    'services/account/src/a.service.ts',
    `export const a = (tx: any) => tx.selectFrom('orgs')`,
  ],
  ['only the configuration reads the environment', 'services/account/src/a.ts', `export const a = process.env.A`],
  ['only the configuration reads the environment', 'services/account/src/a.ts', `export const a = process['env']`],
  [
    'only the configuration reads the environment',
    'services/account/src/a.ts',
    `const { env } = process\nexport { env }`,
  ],
  [
    'only the configuration reads the environment',
    'services/account/src/a.ts',
    `import { env } from 'node:process'\nenv.A`,
  ],
  ['every import is declared', 'apps/web/src/lib/a.ts', `import 'left-pad'`],
  ['every import is declared', 'apps/web/src/lib/a.ts', `import 'vitest'`],
  ['every import is declared', 'apps/web/src/lib/a.ts', `export const a = () => import('left-pad/a')`],
  ['every import is declared', 'apps/web/src/lib/a.ts', `export type A = import('left-pad').A`],
  ['every import is declared', 'apps/web/src/lib/a.ts', `export { b } from 'left-pad'\nexport const a = 1`],
  ['no utils', 'apps/web/src/lib/utils.ts', `export const a = 1`],
  ['no utils', 'apps/web/src/lib/utils/a.ts', `export const a = 1`],
  ['no index.ts', 'services/files/src/index.ts', `export const a = 1`],
  ['no barrels', 'services/files/src/all.ts', `export * from './dirs.ts'`],
]

test.each(broken)('%s: %s with "%s"', (expected, file, text) => {
  expect(problemsOf({ [file]: text })).toEqual([`${file}:1 ${expected}`])
})

test('words in comments and strings are no imports', () => {
  const text = `// import 'left-pad'\nexport const a = \`import 'left-pad'\``
  expect(problemsOf({ 'apps/web/src/lib/a.ts': text })).toEqual([])
})

test('a problem names the line', () => {
  const text = `import 'react'\n\nimport 'left-pad'`
  expect(problemsOf({ 'apps/web/src/lib/a.ts': text })).toEqual(['apps/web/src/lib/a.ts:3 every import is declared'])
})

test('files that lead back to themselves are found, by types as well', () => {
  const circle = {
    'apps/web/src/lib/a.ts': `import { b } from './b.ts'\nexport const a = b\nexport type A = typeof a`,
    'apps/web/src/lib/b.ts': `import { c } from './c.ts'\nexport const b = c`,
    'apps/web/src/lib/c.ts': `import type { A } from './a.ts'\nexport const c: A | undefined = undefined`,
  }
  expect(problemsOf(circle)).toEqual(['apps/web/src/lib/a.ts:1 files import each other in no circle'])
})
