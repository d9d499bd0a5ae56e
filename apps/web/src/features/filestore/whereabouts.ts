import { dirPath } from '@plinth/contract/dirs'
import type { CallError } from '@plinth/contract/errors'
import { askFile, type Store } from '../../lib/file-client.ts'
import { type Item, pathOf } from './items.ts'

/** A folder that something is put into. */
export interface Into {
  objid: string
  path: string
}

interface Whereabouts {
  /** Where the item is, and its name there. */
  from: string
  name: string
  /** Where the folder is that it goes to. */
  into: string
}

type Answer = readonly [unknown, CallError | null]

/**
 * Calls go by paths, and others may have moved or renamed the item, or the folder it goes to, since they were seen. The call says
 * which item is meant; where that is not found, both are looked for by their ids, and it is tried once more.
 */
export async function wherever<A extends Answer>(
  store: Store,
  item: Item,
  folder: Into | undefined,
  act: (now: Whereabouts) => Promise<A>,
): Promise<A> {
  const known = { from: pathOf(item), name: item.objname, into: folder?.path ?? '' }
  const first = await act(known)
  if (first[1]?.errcode !== 'NOT_FOUND') return first
  const wayTo = (objectid: string) => askFile(store, dirPath, { objectid })
  const [[way], [there]] = await Promise.all([wayTo(item.objid), folder ? wayTo(folder.objid) : [undefined]])
  if (!way || (folder && !there)) return first
  const now = { from: way.path, name: way.steps.at(-1)?.objname ?? item.objname, into: there?.path ?? '' }
  return now.from === known.from && now.into === known.into ? first : act(now)
}
