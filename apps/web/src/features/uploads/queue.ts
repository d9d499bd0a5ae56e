import { mostTogether } from '@plinth/contract/files'
import type { Carrying } from './carrying.ts'
import {
  atOnce,
  type Conflict,
  type Failure,
  fileInTheWay,
  isFinished,
  isUnderWay,
  topOf,
  travelsWithOthers,
  type Upload,
} from './upload.ts'

/** So many of those that wait are made ready: all that are on their way may arrive together. */
const readyAhead = 2 * atOnce
/** Those that travel together count as one. */
const shareOf = (upload: Upload) => (travelsWithOthers(upload) ? 1 : mostTogether)
const mostShares = atOnce * mostTogether

/** How somebody decided where a name is taken. */
export interface Decision {
  choice: Exclude<Conflict, 'refuse'>
  forAll: boolean
}

/** One upload whose name is taken, and whether its answer can serve others as well. */
export interface Asking {
  upload: Upload
  canReplace: boolean
  more: boolean
}

interface QueueOptions {
  carry: (upload: Upload, carrying: Carrying) => Promise<Failure | null>
  /** Its turn comes soon. */
  onNext?: (upload: Upload) => void
  /** `moved`: only figures have. `went`: one came a step further by itself. `asked`: somebody wanted it. */
  onChange: (changed: readonly Upload[], how: 'moved' | 'went' | 'asked') => void
  onLanded: (upload: Upload) => void
  /** It is no longer wanted; what there is of it can go. */
  onDropped: (dropped: readonly Upload[]) => void
}

/** Everything that is to be uploaded, three requests at a time, first come first served. It knows nothing of pages and protocols. */
export function createQueue({ carry, onNext, onChange, onLanded, onDropped }: QueueOptions) {
  const uploads = new Map<string, Upload>()
  const running = new Map<string, AbortController>()
  let shares = 0
  let turn: string[] = []
  let question: Upload | undefined
  /** The ids of first folders, for what is still to be found of a drop. */
  const topids = new Map<string | undefined, string>()

  /** The one whose turn it is, if there is room for it. */
  function next(): Upload | undefined {
    for (let id = turn[0]; id !== undefined; id = turn[0]) {
      const upload = uploads.get(id)
      const isReady = upload?.state === 'waiting' && !running.has(id)
      if (isReady && shares + shareOf(upload) > mostShares) return undefined
      turn.shift()
      if (isReady) return upload
    }
    return undefined
  }

  function goOn(): void {
    for (let upload = next(); upload; upload = next()) void run(upload)
    for (const id of turn.slice(0, readyAhead)) {
      const upload = uploads.get(id)
      if (upload?.state === 'waiting') onNext?.(upload)
    }
  }

  async function run(upload: Upload): Promise<void> {
    const stop = new AbortController()
    const share = shareOf(upload)
    const { conflict } = upload
    running.set(upload.id, stop)
    shares += share
    set(upload, { state: 'uploading', error: undefined, stalled: false })
    const report: Carrying['onChange'] = change => {
      if (stop.signal.aborted) return
      const only = Object.keys(change).every(key => key === 'sent' || key === 'stalled')
      Object.assign(upload, change)
      onChange([upload], only ? 'moved' : 'went')
    }
    const onTop = (topid: string) => setTop(topOf(upload), topid)
    const failure = await carry(upload, { signal: stop.signal, onChange: report, onTop }).catch(unknownFailure)
    running.delete(upload.id)
    shares -= share
    if (!stop.signal.aborted) settle(upload, failure, conflict)
    // Paused and resumed again before it had stopped, left and taken up again, or decided about: its turn came and went.
    if (uploads.get(upload.id)?.state === 'waiting') turn.unshift(upload.id)
    goOn()
    // How it ended is shown at once.
    if (running.size === 0) onChange([], 'asked')
  }

  /** `asked` is what was to happen with a taken name when it set out. */
  function settle(upload: Upload, failure: Failure | null, asked: Conflict): void {
    const isDecided = upload.conflict !== asked && upload.conflict !== 'skip'
    const again = failure?.errcode === 'NAME_TAKEN' && isDecided
    set(upload, again ? { state: 'waiting', ...anew } : outcomeOf(upload, failure))
    if (!failure) onLanded(upload)
  }

  function set(upload: Upload, change: Partial<Upload>): void {
    Object.assign(upload, change)
    onChange([upload], 'went')
  }

  function setAll(some: readonly Upload[], change: Partial<Upload>): void {
    for (const upload of some) Object.assign(upload, change)
    if (some.length > 0) onChange(some, 'asked')
  }

  function setTop(top: string | undefined, topid: string): void {
    topids.set(top, topid)
    const below = those(upload => topOf(upload) === top)
    setAll(below, { topid })
  }

  const those = (has: (upload: Upload) => boolean) => [...uploads.values()].filter(has)
  const stop = ({ id }: Upload) => running.get(id)?.abort()

  function start(some: readonly Upload[], change: Partial<Upload> = {}): void {
    setAll(some, { ...change, state: 'waiting', error: undefined, stalled: false })
    turn = [...turn, ...some.map(({ id }) => id)]
    goOn()
  }

  function pause(some: readonly Upload[]): void {
    const moving = some.filter(isUnderWay)
    // Its request may arrive all the same.
    for (const upload of moving) upload.unsure ||= upload.state === 'uploading'
    setAll(moving, { state: 'paused', stalled: false })
    for (const upload of moving) stop(upload)
  }

  function drop(some: readonly Upload[]): void {
    for (const upload of some) uploads.delete(upload.id)
    for (const upload of some) stop(upload)
    onDropped(some)
    onChange([], 'asked')
  }

  /** What the answer for one says of others: of those of the same drop that are yet to come. */
  function answer({ upload, canReplace }: Asking, { choice, forAll }: Decision): void {
    const isUndecided = ({ state, conflict }: Upload) =>
      conflict === 'refuse' ? !isFinished({ state }) : state === 'asking' && conflict === upload.conflict
    const some = those(other => other === upload || (forAll && other.batchid === upload.batchid && isUndecided(other)))
    setAll(some, { conflict: choice })
    const asked = some.filter(({ state }) => state === 'asking')
    // What cannot be replaced would only ask again.
    const answered = asked.filter(other => other === upload || choice !== 'replace' || canReplace)
    if (choice === 'skip') setAll(answered, { state: 'skipped', error: undefined })
    else start(answered)
  }

  return {
    all: (): Iterable<Upload> => uploads.values(),
    add(some: readonly Upload[]): void {
      // Of those that an earlier page left, some may have been written down before the folder was there.
      for (const upload of some) if (upload.topid) topids.set(topOf(upload), upload.topid)
      for (const upload of some) upload.topid ??= topids.get(topOf(upload))
      for (const upload of some) uploads.set(upload.id, upload)
      onChange(some, 'asked')
      const ready = some.filter(({ state }) => state === 'waiting')
      turn = [...turn, ...ready.map(({ id }) => id)]
      goOn()
    },
    pause: (upload: Upload) => pause([upload]),
    pauseAll: () => pause(those(isUnderWay)),
    /** One that was paused or has failed. */
    resume: (upload: Upload) => start([upload]),
    resumeAll: () => start(those(({ state }) => state === 'paused')),
    retryAll: () => start(those(({ state }) => state === 'failed')),
    found: (some: readonly Upload[]) => start(some),
    cancel: (upload: Upload) => drop([upload]),
    cancelAll: () => drop(those(upload => !isFinished(upload))),
    clear: () => drop(those(isFinished)),
    asking(): Asking | undefined {
      const waiting = those(({ state }) => state === 'asking')
      // What somebody reads stays until it is answered, though one that was dropped before it comes to ask as well.
      question = waiting.find(({ id }) => id === question?.id) ?? waiting[0]
      const upload = question
      if (!upload) return undefined
      const isOpen = (one: Upload) => one !== upload && (one.state === 'asking' || isUnderWay(one))
      const more = those(one => one.batchid === upload.batchid && isOpen(one)).length > 0
      // Replacing was tried: something stands there that a file cannot take the place of.
      return { upload, canReplace: upload.conflict !== 'replace', more }
    },
    answer,
    /** Lets go of everything without giving anything up. */
    leave(): void {
      for (const controller of running.values()) controller.abort()
      uploads.clear()
      turn = []
      onChange([], 'asked')
    },
  }
}

/** The server keeps nothing of an upload that found its name taken. */
const anew = { address: undefined, sent: 0, unsure: false, sentAs: undefined }

function outcomeOf({ size, conflict }: Upload, failure: Failure | null): Partial<Upload> {
  if (!failure) return { state: 'done', sent: size, address: undefined }
  if (failure.errcode !== 'NAME_TAKEN') return { state: 'failed', error: failure }
  // There is a name beside every other, but not for a folder that it belongs in: to ask again would lead nowhere.
  if (conflict === 'keepboth') return { state: 'failed', error: fileInTheWay, ...anew }
  return conflict === 'skip' ? { state: 'skipped', ...anew } : { state: 'asking', error: failure, ...anew }
}

/** Told to stop, or a fault of ours, which must not leave a file on its way for ever. */
const unknownFailure = (): Failure => ({ errcode: 'CLIENT_ERROR', msg: 'Something went wrong. Try again.' })
