import { apiBase } from '@plinth/contract/call'
import { timedOutMsg } from '@plinth/contract/errors'
import { changedHeader, downloadFile } from '@plinth/contract/files'
import { dropFileToken, fileToken } from '../../lib/file-client.ts'
import { isUnreachable, pause } from '../../lib/reaching.ts'
import { send } from '../../lib/transport.ts'
import { findTop, makeFolders, pathOf } from './folders.ts'
import { patienceAfter, verdictOn } from './patience.ts'
import { pieceOf } from './pieces.ts'
import { placesOf } from './places.ts'
import { bringTogether } from './together.ts'
import { bring, firstPiece, giveUp, isWhole, type Stop, stopOf } from './tus.ts'
import { type Failure, goalOf, travelsWithOthers, type Upload } from './upload.ts'

/** What the queue hears meanwhile. */
export interface Carrying {
  signal: AbortSignal
  onChange: (
    change: Partial<Pick<Upload, 'sent' | 'address' | 'stalled' | 'unsure' | 'sentAs' | 'sentAt' | 'sha256'>>,
  ) => void
  /** The first folder on its way is there. */
  onTop: (topid: string) => void
}

/**
 * Brings one file or empty folder to the server: through ended tokens, hours without a connection and restarts of the server.
 * Answers what it was refused for, or null once it is there. Rejects if it is told to stop.
 */
export async function carry(upload: Upload, file: Blob | undefined, carrying: Carrying): Promise<Failure | null> {
  let tries = 0
  let timeouts = 0
  let safe = upload.sent
  for (;;) {
    const stopped = await once(upload, file, carrying, patienceAfter(timeouts))
    carrying.signal.throwIfAborted()
    const stop = stopped && (await unlessThere(stopped, upload, carrying.signal, file))
    if (!stop) return null
    if (stop.msg === timedOutMsg) timeouts += 1
    if (upload.sent > safe) tries = 0
    safe = Math.max(safe, upload.sent)
    if (stop.errcode === 'FILE_TOKEN_EXPIRED') dropFileToken(upload.store)
    const verdict = verdictOn(stop, tries++)
    if (!verdict.goOn) return stop
    carrying.onChange({ stalled: isUnreachable(stop), unsure: upload.unsure || isUnreachable(stop) })
    await pause(verdict.afterMs, carrying.signal)
  }
}

async function once(upload: Upload, file: Blob | undefined, carrying: Carrying, patienceMs: number) {
  const { signal, onChange, onTop } = carrying
  const token = async () => {
    const [held, error] = await fileToken(upload.store)
    if (error) throw error
    return held
  }
  const onSent = (sent: number) => onChange({ sent, stalled: false })
  const onHashed = (sha256: string | undefined) => sha256 && onChange({ sha256 })
  const onSafe = (address: string | undefined, sent: number) => onChange({ address, sent, stalled: false })
  try {
    await findTop(upload, onTop)
    if (file && isLookedForFirst(upload) && (await isThere(upload, signal, file))) return undefined
    signal.throwIfAborted()
    onChange({ sentAs: upload.conflict, sentAt: Date.now() })
    const way = { token, signal, patienceMs, onSent, onHashed, onSafe }
    if (!file) await makeFolders(upload)
    else if (travelsWithOthers(upload)) await bringTogether({ upload, file, way })
    else await bring(upload, file, way)
    return undefined
  } catch (reason) {
    signal.throwIfAborted()
    const stop = stopOf(reason)
    if (!stop) throw reason
    return stop
  }
}

/** Its name may be taken by itself. Where that cannot be told for now, it is tried again before anybody is asked. */
async function unlessThere(stop: Stop, upload: Upload, signal: AbortSignal, file?: Blob): Promise<Stop | undefined> {
  if (stop.errcode !== 'NAME_TAKEN' || !file) return stop
  try {
    return (await isThere(upload, signal, file)) ? undefined : stop
  } catch (reason) {
    signal.throwIfAborted()
    const why = stopOf(reason)
    return why && isUnreachable(why) ? why : stop
  }
}

/** Refused for its name it would be looked for anyway. Replacing or keeping both, it would be there a second time. */
const isLookedForFirst = ({ unsure, address, sentAs, conflict }: Upload) =>
  unsure && !address && sentAs !== undefined && (conflict === 'replace' || conflict === 'keepboth')

/** So long is what a page before this one sent waited for. */
const lookMs = 5_000

/**
 * After an answer was lost, the file that has the name may be this one. A larger one asks tus how far it is instead. Throws where
 * nobody can tell.
 */
async function isThere(upload: Upload, signal: AbortSignal, file?: Blob): Promise<boolean> {
  const sha256 = upload.sha256 ?? (file && (await hashOf(file)))
  if (!upload.unsure || upload.size > firstPiece || !sha256) return false
  const folder = await pathOf(upload)
  for (const path of placesOf({ ...upload, ...goalOf(upload) })) {
    const found = await lookAt(upload, `${folder}/${path}`, signal)
    if (!found) return false
    if (found.etag === `"${sha256}"` && isOfSending(upload, found.ageMs)) return true
  }
  return false
}

/** HTTP tells times in whole seconds. */
const secondsMs = 2_000

/** Beside others of the same content, it is the one that is no older than its sending. */
const isOfSending = ({ sentAs, sentAt = 0 }: Upload, ageMs: number) =>
  sentAs !== 'keepboth' || ageMs <= Date.now() - sentAt + secondsMs

/** What stands at a path, if anything does. How old it is, the server tells by its own clock. */
async function lookAt({ store, size }: Upload, filepath: string, signal: AbortSignal) {
  const [token, error] = await fileToken(store)
  if (error) throw error
  const answered = await send({
    ...{ method: downloadFile.method, url: `${apiBase}${downloadFile.path}?${new URLSearchParams({ filepath })}` },
    // Of nothing there is no first byte.
    headers: { authorization: `Bearer ${token}`, ...(size > 0 ? { range: 'bytes=0-0' } : {}) },
    ...{ patienceMs: lookMs, signal },
  })
  if (!answered.ok && answered.error.status === 404) return undefined
  if (!answered.ok) throw answered.error
  const timeOf = (name: string) => Date.parse(answered.header(name) ?? '')
  return { etag: answered.header('etag'), ageMs: timeOf('date') - timeOf(changedHeader) }
}

const hashOf = async (file: Blob) => (await pieceOf({ file, start: 0, end: file.size }))[0]?.sha256

/** Whether an upload that was on its way when its page ended has arrived. That can be told without its file. */
export async function hasArrived(upload: Upload): Promise<boolean> {
  const signal = AbortSignal.timeout(lookMs)
  if (!upload.address) return isThere(upload, signal).catch(() => false)
  const [token] = await fileToken(upload.store)
  return token ? isWhole(upload.address, upload.size, { token, signal }) : false
}

/** What is on the server of an upload that was cancelled. */
export async function forget({ store, address }: Upload): Promise<void> {
  if (!address) return
  const [token] = await fileToken(store)
  if (token) await giveUp(address, token)
}
