import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findCircles } from './circles.ts'

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
  return findCircles(imports)[0]
}
