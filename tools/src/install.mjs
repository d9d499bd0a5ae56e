import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withLock } from './lock.mjs'
import { runChild } from './run-child.mjs'

const done = { code: 0, signal: null, stopped: false }
const waiting = 'Another Plinth command is installing the packages; waiting for it.'

/** Brings node_modules in line with package-lock.json. Costs one hash of the lockfile where it already is. */
export async function ensureInstalled(root) {
  if (isStamped(root)) return done
  return withLock(join(root, '.cache/install.lock'), waiting, async () => {
    if (isStamped(root)) return done
    const result = firstDifference(root) ? await install(root) : done
    if (result.code === 0) writeFileSync(stampFile(root), lockfileHash(root))
    return result
  })
}

async function install(root) {
  console.log('Installing the packages that package-lock.json names. This happens once and takes a minute or two.')
  rmSync(stampFile(root), { force: true })
  rmSync(noteFile(root), { force: true })
  const result = await runChild('npm', npmArguments, { cwd: root, env: environmentForNpm(root) })
  if (result.code !== 0 || result.stopped) {
    console.error('The packages were not installed; npm says why above. Nothing was started.')
    return result
  }
  const difference = firstDifference(root)
  if (!difference) return result
  console.error(
    `node_modules and package-lock.json disagree about ${difference}. Run "npm install" and commit its changes.`,
  )
  return { ...result, code: 1 }
}

// Not `npm ci`: it refuses a lockfile that lacks the packages of other operating systems, which npm itself leaves out
// where the registry had none. This installs the same versions, and `firstDifference` makes sure of it.
// No package may run code of its own meanwhile, and a NODE_ENV of the user's must not leave out half.
const npmArguments = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

// npm may replace the runtime in node_modules that is running this: it must not run on that one itself.
function environmentForNpm(root) {
  const own = join(root, 'node_modules/.bin')
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== own)
  return { ...process.env, PATH: path.join(delimiter) }
}

const stampFile = root => join(root, 'node_modules/.plinth-installed')

// Where npm writes down what it has put into node_modules, as its last step.
const noteFile = root => join(root, 'node_modules/.package-lock.json')

const lockfileHash = root =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

function isStamped(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === lockfileHash(root)
}

/** The first package that is not installed as the lockfile says. A package for another system may be missing. */
function firstDifference(root) {
  if (!existsSync(noteFile(root))) return 'every package'
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(noteFile(root))
  const differs = ([path, entry]) =>
    path !== '' && (installed[path] ? !isSame(entry, installed[path]) : !entry.optional)
  const isUnknown = ([path, entry]) => !wanted[path] && !entry.optional
  return (Object.entries(wanted).find(differs) ?? Object.entries(installed).find(isUnknown))?.[0]
}

const packagesOf = file => JSON.parse(readFileSync(file, 'utf8')).packages

// Only what says which package it is: older releases of npm write the rest a little differently.
const isSame = (one, other) =>
  ['version', 'integrity', 'link', 'dependencies', 'devDependencies'].every(
    key => JSON.stringify(one[key]) === JSON.stringify(other[key]),
  )
