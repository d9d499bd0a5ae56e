import { bytes } from '../../lib/bytes.ts'
import type { Pace } from './pace.ts'
import type { Totals } from './totals.ts'
import type { Upload } from './upload.ts'

const number = (value: number) => value.toLocaleString('en')

export const count = (value: number, one: string) => `${number(value)} ${one}${value === 1 ? '' : 's'}`

/** '3 min left'. Nobody needs it more exactly, and a figure that jumps is worse than none. */
export function timeLeft(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `${Math.ceil(seconds / 10) * 10} s left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes || 1} min left`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${count(hours, 'hour')} left` : `${count(Math.round(hours / 24), 'day')} left`
}

/** Nothing that was found waits to be sent, which does not make it all. */
export const isFindingMore = ({ looking, underWay, paused }: Totals) => looking && underWay === 0 && paused === 0

/** What the panel is called. */
export function headline(totals: Totals): string {
  const { files, done, uploading, underWay, asking, looking } = totals
  const all = `${number(files)}${looking ? '+' : ''}`
  if (underWay > 0 && uploading > 0) return `Uploading ${number(done + uploading)} of ${all}`
  if (asking > 0) return 'The name is taken'
  return isFindingMore(totals) ? 'Looking for files to upload' : outcome(totals)
}

/** What is left to say when nothing moves. */
export function outcome({ done, skipped, underWay, paused, lost, failed, folders }: Totals): string {
  if (underWay > 0) return `${count(underWay, 'upload')} waiting`
  if (lost > 0) return `${count(lost, 'upload')} stopped`
  if (paused > 0) return `${count(paused, 'upload')} paused`
  const noun = folders > 0 ? 'item' : 'file'
  if (failed > 0) return `${count(failed, noun)} not uploaded`
  if (skipped === done && done > 0) return `${count(skipped, noun)} skipped`
  return `${count(done - skipped, noun)} uploaded${skipped > 0 ? `, ${number(skipped)} skipped` : ''}`
}

/** Behind it: '38 MB/s · 1 min left'. */
export function paceOf({ stalled, underWay, bytes: all, sent, left }: Totals, { speed, msLeft }: Pace): string {
  if (underWay === 0) return ''
  if (stalled) return 'Waiting for the connection'
  if (all > 0 && left === 0) return 'Finishing'
  if (!speed) return `${bytes(sent)} of ${bytes(all)}`
  return [`${bytes(speed)}/s`, msLeft === undefined ? '' : timeLeft(msLeft)].filter(Boolean).join(' · ')
}

/** The line under the name. */
export function statusOf(upload: Upload): string {
  const { state, sent, size, stalled, error, isFolder } = upload
  const amount = `${bytes(sent)} of ${bytes(size)}`
  if (state === 'uploading' && stalled) return 'Waiting for the connection'
  // All has left. The server may have to read a large one once more, if it was started anew meanwhile.
  if (state === 'uploading' && size > 0 && sent >= size) return 'Finishing'
  if (state === 'uploading') return sent > 0 ? amount : 'Uploading'
  if (state === 'failed' && error?.errcode === 'NOT_FOUND') return 'The folder that it was to go to is gone.'
  if (state === 'failed') return error?.msg ?? 'Not uploaded'
  if (state === 'paused') return sent > 0 ? `Paused, ${amount}` : 'Paused'
  if (state === 'lost') return 'Stopped. Choose the file again to go on.'
  if (state === 'done') return isFolder ? 'Folder created' : bytes(size)
  return { asking: 'The name is taken', skipped: 'Skipped, the name is taken', waiting: 'Waiting' }[state]
}
