import { createDir, dirPath, listDir } from '@plinth/contract/dirs'
import type { CallError } from '@plinth/contract/errors'
import { askFile, type Store } from '../../lib/file-client.ts'
import { notOurs } from '../../lib/reaching.ts'
import { stopOf } from './tus.ts'
import { fileInTheWay, goalOf, topOf, type Upload } from './upload.ts'

/** A page of what lies in between is no answer. */
const asStop = (error: CallError) => (error.status < 400 ? notOurs : error)

/** The way to the folder that it goes to, as it is by now. */
export async function pathOf(upload: Upload): Promise<string> {
  const [way, error] = await askFile(upload.store, dirPath, { objectid: goalOf(upload).folderid })
  if (error) throw asStop(error)
  return way.path === '/' ? '' : way.path
}

/** Makes a folder, or finds it: one that is there already is what is wanted. Answers no id where a file has its name. */
async function folderIn(store: Store, above: string, dirname: string): Promise<string | undefined> {
  const [made, error] = await askFile(store, createDir, { parentdirpath: above || '/', dirname })
  if (made) return made.fsobject.objid
  if (error.errcode !== 'NAME_TAKEN') throw asStop(error)
  const [there, missing] = await askFile(store, listDir, { path: `${above}/${dirname}`, folders: 'none' })
  if (missing && missing.errcode !== 'NOT_FOUND') throw asStop(missing)
  return there?.objid
}

/** Each folder on the way to an empty one. */
export async function makeFolders(upload: Upload): Promise<void> {
  let above = await pathOf(upload)
  for (const dirname of goalOf(upload).path.split('/')) {
    if (!(await folderIn(upload.store, above, dirname))) throw fileInTheWay
    above = `${above}/${dirname}`
  }
}

const asked = new Map<string, Promise<void>>()

/**
 * Makes or finds the top folder of what was dropped, before the first of its files travels: it may be renamed, moved or deleted
 * while the rest is on its way. Those that come meanwhile wait for the same answer, which is told once.
 */
export function findTop(upload: Upload, onTop: (topid: string) => void): Promise<void> {
  const top = topOf(upload)
  if (top === undefined || upload.topid || upload.address) return Promise.resolve()
  const answer = asked.get(top) ?? tellTop(upload, onTop).finally(() => asked.delete(top))
  asked.set(top, answer)
  return answer
}

/** Where it can be none, for its name or for a file that has it, the server says so of each file, as it goes there by name. */
async function tellTop(upload: Upload, onTop: (topid: string) => void): Promise<void> {
  const [dirname = ''] = upload.path.split('/')
  const topid = await folderIn(upload.store, await pathOf(upload), dirname).catch(unlessWrong)
  if (topid) onTop(topid)
}

function unlessWrong(reason: unknown): undefined {
  if (stopOf(reason)?.errcode !== 'BAD_INPUT') throw reason
}
