import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { resolveConfig } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const routeTree = 'apps/web/src/routeTree.gen.ts'

const read = () => {
  try {
    return readFileSync(join(root, routeTree), 'utf8')
  } catch {
    return undefined
  }
}

// The router's plugin writes the file again while Vite reads its configuration.
const before = read()
await resolveConfig({ root: join(root, 'apps/web'), logLevel: 'error' }, 'build')

if (before !== read()) {
  console.error(`${routeTree} was out of date and has been written again. Commit it together with the routes.`)
  process.exitCode = 1
}
