import type { Item } from './items.ts'

const leaving = new Set<string>()

/** What is on its way to the trash: lists that are read meanwhile do not show it again. Answers how to end that. */
export function takeAway(ids: ReadonlySet<string>): () => void {
  for (const id of ids) leaving.add(id)
  return () => {
    for (const id of ids) leaving.delete(id)
  }
}

export const staying = (items: readonly Item[]): Item[] => items.filter(({ objid }) => !leaving.has(objid))
