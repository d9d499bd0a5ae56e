import type { Found } from './upload.ts'

export interface Measure {
  size: number
  modifiedat: number
}

/** Found, with what the browser had to look up on the disk. */
export type Measured = Found & Measure

/** So long nobody feels that the page stands still. */
const mostMs = 10

/**
 * The browser goes to the disk for each answer and waits there, and does so as well before it hands a file to a worker: asked for
 * thousands at once, the page would stand still for seconds.
 */
export async function measured(found: readonly Found[]): Promise<Measured[]> {
  const all: Measured[] = []
  let since = performance.now()
  for (const one of found) {
    all.push({ ...one, size: one.file?.size ?? 0, modifiedat: one.file?.lastModified ?? 0 })
    if (performance.now() - since < mostMs) continue
    await new Promise(resolve => setTimeout(resolve))
    since = performance.now()
  }
  return all
}
