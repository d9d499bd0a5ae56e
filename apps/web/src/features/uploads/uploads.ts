import { useSyncExternalStore } from 'react'
import { getCredentials, subscribeCredentials } from '../../lib/credentials.ts'
import { toast } from '../../ui/toast.ts'
import { carry, forget, hasArrived } from './carrying.ts'
import { createHolding } from './holding.ts'
import type { Kept } from './keeping.ts'
import { type Target, tellLanded } from './landed.ts'
import { type Measured, measured } from './measuring.ts'
import { closeWorker, readAhead } from './pieces.ts'
import { type Asking, createQueue, type Decision } from './queue.ts'
import { askToRead, matching, reread } from './rereading.ts'
import { tabid, takeOver, whenEnded } from './tabs.ts'
import { fileChanged } from './tus.ts'
import { endWalk, noteWalk, takeUnfinished } from './unfinished-walks.ts'
import { type Conflict, type Failure, type Found, isUnderWay, travelsWithOthers, type Upload } from './upload.ts'
import { createView } from './view.ts'

/** Smaller ones survive a reload as a copy, unless there are very many: copying those costs as much as sending them. */
const smallFile = 1_000_000
const manyFiles = 200

const unread: Failure = { errcode: 'CLIENT_ERROR', msg: 'It could not be read on this computer.' }

const holding = createHolding()
const view = createView(() => ({ all: queue.all(), asking: queue.asking(), looking: walks.size > 0 }))
let user: string | undefined

export const queue = createQueue({
  carry: async (upload, carrying) => {
    const file = holding.get(upload.id)?.file
    return file || upload.isFolder ? carry(upload, file, carrying) : fileChanged
  },
  onNext: upload => {
    const { file } = holding.get(upload.id) ?? {}
    if (file && !travelsWithOthers(upload)) readAhead(file)
  },
  onChange: (changed, how) => {
    view.draw(how === 'asked' ? 'now' : 'soon')
    // How far one is, the server knows best; so only what it is found by is written down.
    // What could not be read is not waited for after a reload either: nothing is known by which it could be found.
    if (how !== 'moved') holding.note(changed.filter(({ error }) => error !== unread))
  },
  onLanded: tellLanded,
  onDropped: dropped => {
    for (const upload of dropped) void forget(upload)
    void holding.letGo(dropped.map(({ id }) => id))
  },
})

export const useUploads = () => useSyncExternalStore(view.subscribe, view.get)

/** Folders that are being looked through, and what becomes of what is still to be found there. */
interface Walk {
  batchid: string
  state: 'waiting' | 'paused' | 'cancelled'
  conflict: Conflict
}

const walks = new Set<Walk>()

function tellAll(state: Walk['state'], change: () => void): void {
  for (const walk of walks) walk.state = state
  change()
  view.draw('now')
}

export const pauseAll = () => tellAll('paused', queue.pauseAll)
export const resumeAll = () => tellAll('waiting', queue.resumeAll)
export function cancelAll(): void {
  tellAll('cancelled', queue.cancelAll)
  // What they come upon next ends them, which may take a slow disk a while.
  for (const { batchid } of walks) endWalk(batchid)
  walks.clear()
}

export function answer(asking: Asking, decision: Decision): void {
  const isConcerned = ({ batchid, conflict }: Walk) => batchid === asking.upload.batchid && conflict === 'refuse'
  for (const walk of decision.forAll ? walks : []) if (isConcerned(walk)) walk.conflict = decision.choice
  queue.answer(asking, decision)
}

/** Puts what was found into the queue as it is found. */
export async function addFound(batches: AsyncIterable<readonly Found[]>, target: Target): Promise<void> {
  start()
  const batchid = crypto.randomUUID?.() ?? `${Date.now()}`
  const walk: Walk = { batchid, state: 'waiting', conflict: 'refuse' }
  walks.add(walk)
  view.draw('soon')
  await addAll(batches, target, walk).finally(() => {
    walks.delete(walk)
    view.draw('now')
  })
}

async function addAll(batches: AsyncIterable<readonly Found[]>, target: Target, walk: Walk): Promise<void> {
  const whose = user
  let files = 0
  for await (const found of batches) {
    const all = await measured(found)
    const { batchid, state, conflict } = walk
    // Whoever signed in meanwhile has nothing to do with it.
    if (user !== whose) return
    if (state === 'cancelled') break
    if (files === 0) noteWalk(batchid, { userid: user ?? '', name: all[0]?.path.split('/')[0] ?? '' })
    const before = files
    files += found.length
    const many = files > manyFiles
    const begin = { batchid, state, conflict }
    queue.add(all.map((one, index) => newUpload(one, target, { ...begin, id: `${batchid}-${before + index}`, many })))
  }
  endWalk(walk.batchid)
}

type Beginning = Pick<Upload, 'id' | 'batchid' | 'state' | 'conflict'> & { many: boolean }

function newUpload(found: Measured, { store, folderid }: Target, { many, ...begin }: Beginning) {
  const { path, file, unreadable, handle, size, modifiedat } = found
  const { id } = begin
  holding.hold(id, { file, handle, copied: size <= smallFile && !many })
  const upload: Upload = {
    ...{ ...begin, tabid, userid: user ?? '', store, folderid, path, isFolder: !file && !unreadable, size },
    ...{ modifiedat, sent: 0 },
    ...(unreadable ? { state: 'failed', error: unread } : {}),
  }
  return upload
}

/** Takes up what earlier pages of this person left. */
async function restore(): Promise<void> {
  const whose = user
  await takeOver(async isOver => {
    const all = await holding.left(isOver)
    const mine = new Set([...queue.all()].map(({ id }) => id))
    const others = all.filter(({ upload }) => upload.userid === whose && !mine.has(upload.id))
    const [left, living] = [true, false].map(over => others.filter(({ upload }) => isOver(upload.tabid) === over))
    const taken = await Promise.all((left ?? []).map(takeUp))
    const isOpen = (upload: Upload) => upload.state === 'lost' && upload.unsure === true
    if (user === whose) queue.add(taken.filter(upload => !isOpen(upload)))
    const open = await notArrived(taken.filter(isOpen))
    if (user === whose) queue.add(open)
    const isGoing = (batchid: string) => [...walks].some(walk => walk.batchid === batchid)
    if (user === whose) tellUnfinished(takeUnfinished(whose, (batchid, id) => isOver(id) && !isGoing(batchid)))
    whenEnded(
      (living ?? []).map(({ upload }) => upload.tabid),
      () => void restore(),
    )
  })
}

function tellUnfinished(names: readonly string[]): void {
  const description =
    'The page ended before all of it was found. Upload it again: what is there already can be skipped.'
  for (const name of new Set(names)) toast.warning(`${name} was not uploaded as a whole.`, { description })
}

async function takeUp(kept: Kept): Promise<Upload> {
  const { upload, handle } = kept
  const file = await reread(kept)
  holding.hold(upload.id, { file, handle, copied: kept.file !== undefined })
  const cut = upload.state === 'uploading' || upload.state === 'lost'
  const state = cut ? 'waiting' : upload.state
  const readable = file !== undefined || upload.isFolder
  // A request may have arrived although the page did not live to hear of it, or to write it down: what stands there is half a second old.
  const unsure = upload.unsure || upload.state !== 'asking'
  return { ...upload, tabid, unsure, stalled: false, state: readable ? state : 'lost' }
}

/** What can go on only with its file is asked about first: it may have come to its end with the page that sent it. */
async function notArrived(some: readonly Upload[]): Promise<Upload[]> {
  const asked = some.map(async upload => ({ upload, arrived: await hasArrived(upload) }))
  const answers = await Promise.all(asked)
  await holding.letGo(answers.filter(({ arrived }) => arrived).map(({ upload }) => upload.id))
  return answers.filter(({ arrived }) => !arrived).map(({ upload }) => upload)
}

const lostOnes = () => [...queue.all()].filter(({ state }) => state === 'lost')

/** After a click: asks the browser to read what it still knows where to find. Answers whether all were found. */
export async function readAgain(): Promise<boolean> {
  const handles = new Map<FileSystemHandle, boolean>()
  const found: Upload[] = []
  for (const upload of lostOnes()) {
    const { handle } = holding.get(upload.id) ?? {}
    if (!handle) continue
    if (!handles.has(handle)) handles.set(handle, await askToRead(handle))
    const file = await reread({ upload, handle })
    if (!file) continue
    holding.hold(upload.id, { file, handle })
    found.push(upload)
  }
  queue.found(found)
  return lostOnes().length === 0
}

/** Somebody chose the files once more. Answers how many are still missing. */
export async function chosenAgain(files: readonly File[]): Promise<number> {
  const found = await measured(files.map(file => ({ path: file.webkitRelativePath || file.name, file })))
  const matches = matching(lostOnes(), found)
  const many = matches.size > manyFiles
  for (const [upload, { file }] of matches) holding.hold(upload.id, { file, copied: upload.size <= smallFile && !many })
  queue.found([...matches.keys()])
  return lostOnes().length
}

let started = false

/** Follows who is signed in: what somebody left stays for when they come back, and nobody else sees it. */
export function start(): void {
  if (started) return
  started = true
  window.addEventListener('pagehide', holding.end)
  window.addEventListener('beforeunload', event => {
    holding.flush()
    if (walks.size > 0 || [...queue.all()].some(isUnderWay)) event.preventDefault()
  })
  subscribeCredentials(follow)
  follow()
}

function follow(): void {
  const userid = getCredentials()?.userid
  if (userid === user) return
  if (user !== undefined) {
    walks.clear()
    holding.leave()
    queue.leave()
    closeWorker()
  }
  user = userid
  if (user !== undefined) void restore()
}
