import { compareAccounts } from './accounts.ts'
import { compareBrowserUploads, measureBrowserUploads } from './browser-uploads.ts'
import { measureCalls } from './calls.ts'
import { tablesOf } from './document.ts'
import { measureEvents } from './events.ts'
import { compareFiles } from './files.ts'
import { measureFilestore } from './filestore.ts'
import { measureGrowth } from './growth.ts'
import { compareDirectus, compareNocodb } from './heavy.ts'
import { keepResults } from './keep-results.ts'
import { measureMemory } from './memory.ts'
import { measureOrganisations } from './organisations.ts'
import { measurePages } from './page.ts'
import { measureProjects } from './projects.ts'
import { type Figure, keep, print } from './report.ts'
import type { Results } from './results.ts'
import { measureSignin } from './signin.ts'
import { measureStart } from './start.ts'
import { isQuick } from './turns.ts'

/** What README and the landing page show. */
const figures = [
  measureStart,
  measureCalls,
  measureSignin,
  measureEvents,
  measureOrganisations,
  measureProjects,
  measurePages,
  measureFilestore,
  measureBrowserUploads,
]

/** What docs/bench.md shows, each by its name. */
const parts: Record<string, () => Promise<Results>> = {
  files: compareFiles,
  accounts: compareAccounts,
  directus: compareDirectus,
  nocodb: compareNocodb,
  growth: measureGrowth,
  memory: measureMemory,
  filestore: async () => ({ figures: await measureFilestore(), comparisons: await compareBrowserUploads() }),
}

const light = ['files', 'accounts']

async function measureFigures(): Promise<void> {
  const all: Figure[] = []
  for (const measure of figures) all.push(...(await measure()))
  print(all)
  if (process.argv.includes('--keep')) await keep(all)
}

async function measurePart(name: string): Promise<void> {
  const results = await parts[name]?.()
  if (!results) throw new Error(`There is no part "${name}". There are: figures, ${Object.keys(parts).join(', ')}.`)
  console.log(`\n${tablesOf(results)}\n`)
  if (!isQuick) await keepResults({ [name]: results })
}

/**
 * `npm run bench` measures what takes no long time, `npm run bench -- files` a part. The comparisons go into docs/bench.md, the
 * figures with `-- figures --keep` into README and onto the landing page.
 */
// Told to stop, it ends what it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const asked = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
for (const name of asked.length > 0 ? asked : light) await (name === 'figures' ? measureFigures() : measurePart(name))
