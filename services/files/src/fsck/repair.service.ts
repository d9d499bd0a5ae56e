import type { Database } from '@plinth/platform/database/database'
import type { FileTables } from '../tables.ts'
import { type WrongSize, type WrongSum, wrongRefs, wrongSizes, wrongSums } from './checks.repository.ts'
import { indexAnew, recountRefs, recountSize, recountSum } from './repair.repository.ts'
import type { Scratch } from './scratch.repository.ts'

const AT_ONCE = 100

/** Puts right what follows from something else, in short transactions that look anew. Answers how much was changed. */
export async function repairBooks(db: Database<FileTables>, scratch: Scratch): Promise<number> {
  let repaired = 0
  const hashes = [...scratch.each<{ hash: string }>(wrongRefs)].map(({ hash }) => hash)
  for (const some of inGroups(hashes)) repaired += await db.transaction(tx => recountRefs(tx, some))
  for (const { objid } of [...scratch.each<WrongSize>(wrongSizes)])
    repaired += await db.transaction(tx => recountSize(tx, objid))
  // Filestores first: an organisation's sum follows from theirs.
  for (const { folderid, place } of [...scratch.each<WrongSum>(wrongSums)])
    repaired += await db.transaction(tx => recountSum(tx, folderid, place))
  const named = [
    ...scratch.each<{ entryno: number }>('select entryno from misnamed union select entryno from ungrammed'),
  ]
  for (const some of inGroups(named.map(({ entryno }) => entryno)))
    repaired += await db.transaction(tx => indexAnew(tx, some))
  return repaired
}

function* inGroups<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE)
}
