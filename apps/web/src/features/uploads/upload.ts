import type { CallError } from '@plinth/contract/errors'
import { smallFileBytes } from '@plinth/contract/files'
import type { Store } from '../../lib/file-client.ts'

/**
 * `asking`: its name is taken and somebody has to decide. `lost`: the page was loaded anew and may not read the file before
 * somebody says so.
 */
type UploadState = 'waiting' | 'uploading' | 'paused' | 'asking' | 'failed' | 'lost' | 'done' | 'skipped'

/** What happens where the name is taken. */
export type Conflict = 'refuse' | 'replace' | 'keepboth' | 'skip'

/** What the person is told of a failure. */
export type Failure = Pick<CallError, 'errcode' | 'msg'>

export const fileInTheWay: Failure = {
  errcode: 'CLIENT_ERROR',
  msg: 'A file has the name of a folder that this needs. Rename that file, then try again.',
}

/** One file, or an empty folder, on its way. It is changed in place: there can be ten thousand. */
export interface Upload {
  id: string
  /** Those that were dropped or chosen together. */
  batchid: string
  /** The tab that has it in hand. */
  tabid: string
  userid: string
  store: Store
  /** The folder it was dropped on. */
  folderid: string
  /** The way from there, its own name included. */
  path: string
  /** The first folder on that way, once it is there: it may be called otherwise by now, or lie elsewhere. */
  topid?: string
  isFolder: boolean
  size: number
  modifiedat: number
  state: UploadState
  sent: number
  conflict: Conflict
  /** What was to happen with a taken name when it was last sent, and when that was. */
  sentAs?: Conflict | undefined
  sentAt?: number
  /** Of what was sent in one request. */
  sha256?: string
  /** Where tus goes on with it. */
  address?: string | undefined
  error?: Failure | undefined
  /** No answer comes at present. It goes on by itself. */
  stalled?: boolean
  /** The last answer was lost, so it may have arrived all the same. */
  unsure?: boolean
}

/** Its own date, as the server takes it: from 1970 on. */
export const dateOf = ({ modifiedat }: Pick<Upload, 'modifiedat'>) =>
  modifiedat >= 0 ? { lastmodified: modifiedat } : {}

export const nameOf = ({ path }: Pick<Upload, 'path'>) => path.slice(path.lastIndexOf('/') + 1)

/** What the first folder on its way is known by in the whole drop, if there is one. */
export function topOf({ batchid, path }: Pick<Upload, 'batchid' | 'path'>): string | undefined {
  const end = path.indexOf('/')
  return end < 0 ? undefined : `${batchid}/${path.slice(0, end)}`
}

/** The folder that it goes to by its id, and the way from there by names. */
export const goalOf = ({ folderid, path, topid }: Pick<Upload, 'folderid' | 'path' | 'topid'>) =>
  topid ? { folderid: topid, path: path.slice(path.indexOf('/') + 1) } : { folderid, path }

/** So many requests with bytes are on their way at a time. */
export const atOnce = 3

/** Small files of one folder are sent in one request. */
export const travelsWithOthers = ({ isFolder, size, address }: Pick<Upload, 'isFolder' | 'size' | 'address'>) =>
  !isFolder && size <= smallFileBytes && !address

/** Something was found to upload: a file, or a folder with nothing in it. */
export interface Found {
  path: string
  file?: File
  /** It is there, and the browser cannot read it. */
  unreadable?: true
  /** What the browser can find it by after the page was loaded anew: its own handle, or that of the folder dropped. */
  handle?: FileSystemHandle
}

/** Neither at its end nor in need of somebody. */
export const isUnderWay = ({ state }: Pick<Upload, 'state'>) => state === 'waiting' || state === 'uploading'

export const isFinished = ({ state }: Pick<Upload, 'state'>) => state === 'done' || state === 'skipped'
