import type { CallError } from '@plinth/contract/errors'

/** What the worker can be asked. */
export interface Asks {
  START: { request: null; response: { native: boolean } }
  PROCESS_DATA: { request: Slice; response: Piece }
  PROCESS_SMALL: { request: SmallOnes; response: SmallContent[] }
}

/** The bytes of a file from `start` up to `end`. */
export interface Slice {
  file: Blob
  start: number
  end: number
}

export interface Piece {
  /** Small ones as they are. Large ones stay where they lie, and the browser sends them from there: a tab holds no copies. */
  body: ArrayBuffer | Blob
  /** How many bytes were there to read. */
  size: number
  /** In hex. The largest ones have none. */
  sha256?: string
}

/** Small files, one after the other: to read them as one costs the browser little more than to read one of them. */
export interface SmallOnes {
  all: Blob
  sizes: number[]
}

export interface SmallContent {
  /** In Base64. */
  content: string
  sha256: string
}

export interface Question {
  id: number
  type: string
  data: unknown
}

/** The pair that every call hands on. */
export type Reply = { id: number } & ({ data: unknown; error: null } | { data: null; error: WorkerError })

export type WorkerError = Pick<CallError, 'errcode' | 'msg'>
