import { inSteps } from '@plinth/platform/breathe'
import type { Tx } from '@plinth/platform/database/database'
import type { Platform } from '@plinth/platform/service'
import { FILE, FOLDER, findEntry, wayUpFrom } from '../entries/entries.repository.ts'
import { findNamespace } from '../namespaces/namespaces.repository.ts'
import type { FileTables } from '../tables.ts'
import { buryJob, type Child, childrenBehind, setBuried } from './burying.repository.ts'

/** A step holds up everybody else on SQLite. */
const atOnce = { sqlite: 50, postgres: 500 }

interface Place {
  folderid: string
  after: Child | undefined
}

/**
 * Takes what is below a deleted folder out of the way of searches, some at a time, and brings it back once the folder is restored.
 * Each step asks anew whether what it is at is in the trash, so of two that cross each other the one that ends last is right.
 */
export function buryNowAndThen({ db, jobs }: Platform): void {
  const tables = db.withTables<FileTables>()

  async function bury(objid: string, signal: AbortSignal): Promise<void> {
    const places: Place[] = [{ folderid: objid, after: undefined }]
    await inSteps(tables, async () => {
      signal.throwIfAborted()
      const place = places.pop()
      if (!place) return false
      const children = await tables.transaction(tx => burySome(tx, place))
      const last = children.at(-1)
      // The deepest first, so that never more wait than one page of each level.
      if (last) places.push({ ...place, after: last })
      for (const child of children)
        if (child.objtype === FOLDER) places.push({ folderid: child.objid, after: undefined })
      return true
    })
  }

  // Given up, it would leave what was restored out of every search.
  jobs.handleTidying(buryJob, (payload, { signal }) => bury((payload as { objid: string }).objid, signal), {
    untilDone: true,
  })
}

async function burySome(tx: Tx<FileTables>, { folderid, after }: Place): Promise<Child[]> {
  const folder = await findEntry(tx, folderid)
  const namespace = folder && (await findNamespace(tx, folder.nsname))
  if (!namespace) return []
  const top = (await wayUpFrom(tx, folderid)).at(-1)?.objid
  const children = await childrenBehind(tx, folderid, after, atOnce[tx.engine])
  // Deeper than anybody climbs it is neither, and stays as it is.
  if (top === namespace.trashid) await setBuried(tx, children, 1)
  else if (top === namespace.rootid) await setBuried(tx, children.length > 0 ? filesAmong(children) : [folder], 0)
  return children
}

/** A folder is back once all below it is. Whoever moves it before that sees by it that there is something left to do. */
const filesAmong = (children: readonly Child[]) => children.filter(({ objtype }) => objtype === FILE)
