import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A static import of a sibling, as the bundler writes it. `import(…)` is not one: it runs later, when all is there. */
const staticImport = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g

/**
 * Files that import each other in a circle. One of them then runs before what it needs exists, and every page that loads it
 * crashes, which no check of the sources can see: the bundler makes the circle when it gathers modules into files.
 */
export async function findChunkCycle(folder: string): Promise<string[] | undefined> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.js'))
  const imports = new Map<string, string[]>()
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    imports.set(
      name,
      [...text.matchAll(staticImport)].map(([, imported]) => imported ?? ''),
    )
  }
  const done = new Set<string>()
  for (const name of names) {
    const cycle = cycleFrom(name, imports, done, [])
    if (cycle) return cycle
  }
}

function cycleFrom(
  name: string,
  imports: Map<string, string[]>,
  done: Set<string>,
  path: string[],
): string[] | undefined {
  const at = path.indexOf(name)
  if (at >= 0) return [...path.slice(at), name]
  if (done.has(name)) return undefined
  for (const imported of imports.get(name) ?? []) {
    const cycle = cycleFrom(imported, imports, done, [...path, name])
    if (cycle) return cycle
  }
  done.add(name)
}
