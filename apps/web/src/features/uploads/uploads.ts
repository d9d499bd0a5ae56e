import { useSyncExternalStore } from 'react'
import { getCredentials, subscribeCredentials } from '../../lib/credentials.ts'
import { carry, forget } from './carrying.ts'
import { type Target, tellLanded } from './gate.ts'
import { createHolding } from './holding.ts'
import { allKept, type Kept } from './keeping.ts'
import { closeWorker, readAhead } from './pieces.ts'
import { createQueue } from './queue.ts'
import { askToRead, matching, reread } from './rereading.ts'
import { tabid, takeOver, whenEnded } from './tabs.ts'
import { fileChanged } from './tus.ts'
import { type Found, isUnderWay, travelsWithOthers, type Upload } from './upload.ts'
import { createView } from './view.ts'

/** Smaller ones survive a reload as a copy, unless there are very many: copying those costs as much as sending them. */
const smallFile = 1_000_000
const manyFiles = 200

const holding = createHolding()
const view = createView(() => ({ all: queue.all(), asking: queue.asking() }))
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
    if (how !== 'moved') holding.note(changed)
  },
  onLanded: tellLanded,
  onDropped: dropped => {
    for (const upload of dropped) void forget(upload)
    holding.letGo(dropped.map(({ id }) => id))
  },
})

export const useUploads = () => useSyncExternalStore(view.subscribe, view.get)

/** Puts what was found into the queue as it is found. */
export async function addFound(batches: AsyncIterable<readonly Found[]>, target: Target): Promise<void> {
  start()
  const batchid = crypto.randomUUID?.() ?? `${Date.now()}`
  const whose = user
  let files = 0
  for await (const found of batches) {
    // Whoever signed in meanwhile has nothing to do with it.
    if (user !== whose) return
    const before = files
    files += found.length
    queue.add(
      found.map((one, index) => newUpload(one, target, { batchid, number: before + index, many: files > manyFiles })),
    )
    // To ask a file for its size stops the page for a moment: thousands of them, one after the other, for a second.
    await new Promise(resolve => setTimeout(resolve))
  }
}

function newUpload(
  found: Found,
  { store, folderid }: Target,
  batch: { batchid: string; number: number; many: boolean },
) {
  const { path, file, handle } = found
  const { batchid, number, many } = batch
  const id = `${batchid}-${number}`
  const size = file?.size ?? 0
  holding.hold(id, { file, handle, copied: size <= smallFile && !many })
  const upload: Upload = {
    ...{ id, batchid, tabid, userid: user ?? '', store, folderid, path, isFolder: !file, size },
    ...{ modifiedat: file?.lastModified ?? 0, state: 'waiting', sent: 0, conflict: 'refuse' },
  }
  return upload
}

/** Takes up what earlier pages of this person left. */
async function restore(): Promise<void> {
  await takeOver(async isOver => {
    const mine = new Set([...queue.all()].map(({ id }) => id))
    const all = await allKept()
    const others = all.filter(({ upload }) => upload.userid === user && !mine.has(upload.id))
    const [left, living] = [true, false].map(over => others.filter(({ upload }) => isOver(upload.tabid) === over))
    queue.add(await Promise.all((left ?? []).map(takeUp)))
    whenEnded(
      (living ?? []).map(({ upload }) => upload.tabid),
      () => void restore(),
    )
  })
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
export function chosenAgain(files: readonly File[]): number {
  const found = files.map(file => ({ path: file.webkitRelativePath || file.name, file }))
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
  window.addEventListener('beforeunload', event => {
    holding.flush()
    if ([...queue.all()].some(isUnderWay)) event.preventDefault()
  })
  subscribeCredentials(follow)
  follow()
}

function follow(): void {
  const userid = getCredentials()?.userid
  if (userid === user) return
  if (user !== undefined) {
    holding.leave()
    queue.leave()
    closeWorker()
  }
  user = userid
  if (user !== undefined) void restore()
}
