import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const inputs = [
  'apps/web',
  'packages/contract/src',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/src/build-web.ts',
]

// The build writes the *.gen.ts files itself; tests are not part of the app.
const leftOut = name => /^(dist|node_modules|\..*)$|\.gen\.ts$|\.test\.tsx?$/.test(name)

export const webDist = root => join(root, 'apps/web/dist')

export const webStamp = folder => join(folder, '.fingerprint')

/** A hash of everything that the built web app depends on. */
export function webFingerprint(root) {
  const hash = createHash('sha256')
  for (const input of inputs) addToHash(hash, root, input)
  return hash.digest('hex')
}

export function webIsBuilt(root) {
  const stamp = webStamp(webDist(root))
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === webFingerprint(root)
}

function addToHash(hash, root, path) {
  const info = statSync(join(root, path), { throwIfNoEntry: false })
  if (info?.isDirectory()) {
    const names = readdirSync(join(root, path)).filter(name => !leftOut(name))
    for (const name of names.sort()) addToHash(hash, root, `${path}/${name}`)
  } else if (info) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
}
