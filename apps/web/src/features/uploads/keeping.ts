import { keptName } from './kept-name.ts'
import type { Upload } from './upload.ts'

/** One upload as it outlives the page, with what its file can be found by. */
export interface Kept {
  upload: Upload
  /** The file itself, where it is small. */
  file?: File
  handle?: FileSystemHandle
}

const store = 'uploads'

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(keptName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'upload.id' })
    request.onsuccess = () => {
      // By the browser: where somebody clears what it keeps, or, on a phone, while the page is out of sight.
      request.result.onclose = () => {
        opening = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opening
}

type Work<T> = (records: IDBObjectStore) => IDBRequest<T> | undefined

/** The browser tells that it has closed the storage a moment after it did: what fails meanwhile begins or ends in the closed one. */
const wasClosed = (error: unknown) =>
  error instanceof DOMException && ['InvalidStateError', 'AbortError', 'UnknownError'].includes(error.name)

async function within<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  try {
    return await transact(mode, work)
  } catch (error) {
    if (!wasClosed(error)) throw error
    opening = undefined
    return transact(mode, work)
  }
}

async function transact<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  const transaction = (await open()).transaction(store, mode)
  const request = work(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** A browser that keeps nothing (a private window may not) still uploads: it only forgets with the page. */
const unkept = () => undefined

/** Those that are written down already. */
const written = new Set<string>()

export async function allKept(): Promise<Kept[]> {
  const all = (await within<Kept[]>('readonly', records => records.getAll()).catch(unkept)) ?? []
  for (const { upload } of all) written.add(upload.id)
  return all
}

export const countKept = async () => (await within<number>('readonly', records => records.count()).catch(unkept)) ?? 0

/** What is new, without its copy first: where there is no room for that, or it cannot be read, the rest is kept all the same. */
export async function keep(some: readonly Kept[]): Promise<void> {
  const fresh = some.filter(({ upload, file }) => file && !written.has(upload.id))
  for (const { upload } of some) written.add(upload.id)
  await write(fresh.map(({ file: _, ...rest }) => rest))
  // What was let go of meanwhile does not come back.
  await write(some.filter(({ upload }) => written.has(upload.id)))
}

async function write(some: readonly Kept[]): Promise<void> {
  const put = (records: IDBObjectStore) => {
    for (const one of some) records.put(one)
    return undefined
  }
  if (some.length > 0) await within('readwrite', put).catch(unkept)
}

export async function unkeep(ids: readonly string[]): Promise<void> {
  const remove = (records: IDBObjectStore) => {
    for (const id of ids) records.delete(id)
    return undefined
  }
  for (const id of ids) written.delete(id)
  if (ids.length > 0) await within('readwrite', remove).catch(unkept)
}
