import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { documentOf } from './document.ts'
import { drawComparisons, drawCurves } from './pictures.ts'
import { machine } from './report.ts'
import type { Measured, Results } from './results.ts'

const docs = new URL('../docs/', import.meta.url)
const kept = new URL('bench.json', docs)
/** Before anything was begun here. */
const [load = 0] = loadavg()

/** Each part in place of what it found the last time; the others stay as they were. */
export async function keepResults(parts: Record<string, Results>): Promise<void> {
  const known: Record<string, Measured> = JSON.parse(await readFile(kept, 'utf8').catch(() => '{}'))
  const when = { measuredOn: new Date().toISOString().slice(0, 10), machine: machine(), load: Math.round(load) }
  for (const [name, results] of Object.entries(parts)) known[name] = { ...when, ...results }
  const comparisons = Object.values(known).flatMap(part => part.comparisons ?? [])
  const curves = Object.values(known).flatMap(part => part.curves ?? [])
  await writeFile(kept, `${JSON.stringify(known, null, 2)}\n`)
  if (comparisons.length > 0) await writeFile(new URL('bench.svg', docs), drawComparisons(comparisons))
  if (curves.length > 0) await writeFile(new URL('growth.svg', docs), drawCurves(curves))
  await writeFile(new URL('bench.md', docs), documentOf(known))
  execFileSync('biome', ['check', '--write', 'bench.json', 'bench.md'], { cwd: fileURLToPath(docs), stdio: 'ignore' })
}
