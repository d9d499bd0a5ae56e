import { apiBase } from '@plinth/contract/call'
import { createDir, dirPath } from '@plinth/contract/dirs'
import { timedOutMsg } from '@plinth/contract/errors'
import { downloadFile } from '@plinth/contract/files'
import { askFile, dropFileToken, fileToken } from '../../lib/file-client.ts'
import { isUnreachable, patienceAfter, pause, verdictOn } from './patience.ts'
import { pieceOf } from './pieces.ts'
import { bringTogether } from './together.ts'
import { bring, firstPiece, giveUp, stopOf } from './tus.ts'
import { type Failure, travelsWithOthers, type Upload } from './upload.ts'

/** What the queue hears meanwhile. */
export interface Carrying {
  signal: AbortSignal
  onChange: (change: Partial<Pick<Upload, 'sent' | 'address' | 'stalled' | 'unsure'>>) => void
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
    const stop = await once(upload, file, carrying, patienceAfter(timeouts))
    if (!stop) return null
    carrying.signal.throwIfAborted()
    if (stop.errcode === 'NAME_TAKEN' && file && (await isThere(upload, file))) return null
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

async function once(upload: Upload, file: Blob | undefined, { signal, onChange }: Carrying, patienceMs: number) {
  const token = async () => {
    const [held, error] = await fileToken(upload.store)
    if (error) throw error
    return held
  }
  const onSent = (sent: number) => onChange({ sent, stalled: false })
  const onSafe = (address: string | undefined, sent: number) => onChange({ address, sent, stalled: false })
  try {
    const way = { token, signal, patienceMs, onSent, onSafe }
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

async function pathOf({ store, folderid }: Upload): Promise<string> {
  const [way, error] = await askFile(store, dirPath, { objectid: folderid })
  if (error) throw error
  return way.path === '/' ? '' : way.path
}

/** Each folder on the way to an empty one. Those that are there already are what is wanted. */
async function makeFolders(upload: Upload): Promise<void> {
  let parentdirpath = await pathOf(upload)
  for (const dirname of upload.path.split('/')) {
    const [, error] = await askFile(upload.store, createDir, { parentdirpath: parentdirpath || '/', dirname })
    if (error && error.errcode !== 'NAME_TAKEN') throw error
    parentdirpath = `${parentdirpath}/${dirname}`
  }
}

/** After an answer was lost, the file that has the name may be this one. A larger one asks tus how far it is instead. */
async function isThere(upload: Upload, file: Blob): Promise<boolean> {
  if (!upload.unsure || file.size > firstPiece) return false
  const path = await pathOf(upload).catch(() => undefined)
  const [piece] = await pieceOf({ file, start: 0, end: file.size })
  const [token] = await fileToken(upload.store)
  if (path === undefined || !piece || !token) return false
  const query = new URLSearchParams({ filepath: `${path}/${upload.path}` })
  const headers = { authorization: `Bearer ${token}`, 'if-none-match': `"${piece.sha256}"`, range: 'bytes=0-0' }
  const answer = await fetch(`${apiBase}${downloadFile.path}?${query}`, { headers }).catch(() => undefined)
  return answer?.status === 304
}

/** What is on the server of an upload that was cancelled. */
export async function forget({ store, address }: Upload): Promise<void> {
  if (!address) return
  const [token] = await fileToken(store)
  if (token) await giveUp(address, token)
}
