import type { Database } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import { changed } from '../changes.ts'
import type { FileTables } from '../tables.ts'
import { addFolder } from './adding.service.ts'
import { childOf, FOLDER } from './entries.repository.ts'

/** Folders that come with the files in them. */
export function createFolders(db: Database) {
  const tables = db.withTables<FileTables>()

  async function below(actor: FileActor, topid: string, names: readonly string[]): Promise<string> {
    let parentid = topid
    for (const name of names) parentid = await folderIn(actor, parentid, name)
    return parentid
  }

  /** Many files of one folder come at the same time: whoever is first makes it, the others find it. */
  async function folderIn(actor: FileActor, parentid: string, name: string): Promise<string> {
    for (;;) {
      const known = await childOf(tables, parentid, name)
      if (known?.objtype === FOLDER) return known.objid
      if (known) throw new Refusal('NAME_TAKEN')
      const made = await makeFolder(actor, parentid, name).catch(unlessTaken)
      if (made) return made
    }
  }

  const makeFolder = (actor: FileActor, parentid: string, name: string) =>
    tables.transaction(async tx => {
      const { objid } = await addFolder(tx, actor, { parentid, name, conflict: 'refuse' })
      await changed(tx, actor, { action: 'folder.create', target: objid, name, folderids: [parentid] })
      return objid
    })

  return {
    /** The id of the folder that the names lead to from a folder. Those that are missing are made. */
    below,
  }
}

function unlessTaken(error: unknown): undefined {
  if (error instanceof Refusal && error.errcode === 'NAME_TAKEN') return undefined
  throw error
}
