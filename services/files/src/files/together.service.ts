import { hash as hashOf } from 'node:crypto'
import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { Errcode } from '@plinth/contract/errors'
import type { uploadFiles } from '@plinth/contract/files'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { FOLDER } from '../entries/entries.repository.ts'
import { locate, namespaceOf, refuseTooDeep } from '../entries/entries.service.ts'
import { createFolders } from '../entries/folders.service.ts'
import { fsobjectOf } from '../entries/fsobjects.ts'
import { mediatypeOf } from '../names.ts'
import type { FileTables } from '../tables.ts'
import { type Put, putFile, referToAll } from './putting.service.ts'

type Given = InputOf<typeof uploadFiles>
type Answer = ResponseOf<typeof uploadFiles>['uploads'][number]
type Refused = Extract<Answer, { error: unknown }>

/** What concerns one file alone, and is said before anything of it is written. */
const ofOne = new Set<Errcode>(['NAME_TAKEN', 'CHECKSUM_WRONG', 'QUOTA_FULL'])

/** Small files that come in one request and go into one transaction: most of what a small file costs is paid once for all. */
export function createUploadsTogether({ db }: Pick<Platform, 'db'>, contents: Contents) {
  const tables = db.withTables<FileTables>()
  const folders = createFolders(db)

  async function planAll(actor: FileActor, { parentid, files }: Given): Promise<(Put | Refused)[]> {
    const namespace = await namespaceOf(tables, actor.nsname)
    const { entry: top, wayUp } = await locate(tables, namespace, parentid, FOLDER)
    for (const [at, { path }] of files.entries()) refuseTooDeep(`files.${at}.path`, wayUp.length - 1 + path.length)
    const folderOf = once((names: readonly string[]) => folders.below(actor, top.objid, names))
    const plan = async ({ path, content: bytes, sha256, ...file }: Given['files'][number]): Promise<Put> => {
      const { conflict, lastmodified } = file
      const name = path.at(-1) ?? ''
      const hash = hashOf('sha256', bytes)
      if (sha256 && sha256 !== hash) throw new Refusal('CHECKSUM_WRONG')
      const content = { hash, size: bytes.length, mediatype: mediatypeOf(name), lastmodified, bytes }
      const folderid = await folderOf(path.slice(0, -1))
      return { namespace, actor, parentid: folderid, name, conflict, content, action: 'file.upload' }
    }
    const plans: (Put | Refused)[] = []
    for (const file of files) plans.push(await plan(file).catch(asAnswer))
    return plans
  }

  return async (actor: FileActor, given: Given): Promise<{ uploads: Answer[] }> => {
    const plans = await planAll(actor, given)
    return contents.commitSmall(async tx => ({ uploads: await putAll(tx, plans) }))
  }
}

/** First all names, then all contents, each in one order: no two groups wait for each other, whatever theirs was. */
async function putAll(tx: Tx<FileTables>, plans: readonly (Put | Refused)[]): Promise<Answer[]> {
  const answers = new Map<number, Answer>()
  const later: NonNullable<Put['content']['later']> = []
  for (const [at, plan] of [...plans.entries()].sort(([, one], [, other]) => byPlace(one, other))) {
    if ('error' in plan) answers.set(at, plan)
    else {
      const put = putFile(tx, { ...plan, content: { ...plan.content, later } })
      answers.set(at, await put.then(entry => ({ fsobject: fsobjectOf(entry) }), asAnswer))
    }
  }
  await referToAll(tx, later)
  return [...plans.keys()].flatMap(at => answers.get(at) ?? [])
}

const placeOf = (plan: Put | Refused) => ('error' in plan ? '' : `${plan.parentid}/${plan.name}`)

function byPlace(one: Put | Refused, other: Put | Refused): number {
  const [first, second] = [placeOf(one), placeOf(other)]
  return first === second ? 0 : first < second ? -1 : 1
}

function asAnswer(error: unknown): Refused {
  if (!(error instanceof Refusal && ofOne.has(error.errcode))) throw error
  return { error: { errcode: error.errcode, msg: error.message } }
}

/** Each folder is looked for once, however many files go there. */
function once<T>(find: (names: readonly string[]) => Promise<T>) {
  const found = new Map<string, Promise<T>>()
  return (names: readonly string[]): Promise<T> => {
    const key = names.join('/')
    const known = found.get(key) ?? find(names)
    found.set(key, known)
    return known
  }
}
