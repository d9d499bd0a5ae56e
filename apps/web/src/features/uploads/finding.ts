import type { Found } from './upload.ts'

/** What can be uploaded: files that were chosen, or whatever was dropped. */
export type UploadSource = readonly File[] | DataTransfer

interface WithHandle {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

type Other = FileSystemEntry | File | null
type Taken = Promise<FileSystemHandle | Other> | Other

/** So many are handed on together: the first begin while the rest is still looked for. */
const together = 100

/**
 * What was dropped can only be asked for while the drop is being handled, so this takes hold of it at once. Folders are walked
 * when the answer is.
 */
export function take(source: UploadSource): () => AsyncGenerator<Found[]> {
  if (!('items' in source)) return () => inBatches(chosen(source))
  const taken = [...source.items].filter(({ kind }) => kind === 'file').map(takeItem)
  return () => inBatches(dropped(taken))
}

/** A handle is found again after the page was loaded anew; not every browser has them, nor every page. */
function takeItem(item: DataTransferItem & WithHandle): Taken {
  const other = item.webkitGetAsEntry() ?? item.getAsFile()
  const handle = item.getAsFileSystemHandle?.()
  return handle ? handle.catch(() => null).then(found => found ?? other) : other
}

async function* chosen(files: readonly File[]): AsyncGenerator<Found> {
  for (const file of files) yield { path: file.webkitRelativePath || file.name, file }
}

async function* dropped(taken: readonly Taken[]): AsyncGenerator<Found> {
  for (const one of taken) {
    const thing = await one
    if (thing instanceof File) yield { path: thing.name, file: thing }
    else if (thing && 'kind' in thing) yield* byHandle(thing, thing.name, thing)
    else if (thing) yield* byEntry(thing)
  }
}

async function* byHandle(handle: FileSystemHandle, path: string, root: FileSystemHandle): AsyncGenerator<Found> {
  if (isFile(handle)) return yield { path, ...(await readOrNot(handle.getFile())), handle: root }
  if (!isDirectory(handle)) return
  let empty = true
  try {
    for await (const child of handle.values()) {
      empty = false
      yield* byHandle(child, `${path}/${child.name}`, root)
    }
  } catch {
    return yield { path, unreadable: true }
  }
  if (empty) yield { path }
}

/** One that the system keeps from the browser, or that has gone meanwhile, must not take along those behind it. */
const readOrNot = (file: Promise<File>): Promise<Pick<Found, 'file' | 'unreadable'>> =>
  file.then(
    read => ({ file: read }),
    () => ({ unreadable: true }),
  )

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory'

async function* byEntry(entry: FileSystemEntry): AsyncGenerator<Found> {
  // The path begins with a slash, at what was dropped.
  const path = entry.fullPath.slice(1)
  if (isFileEntry(entry)) return yield { path, ...(await readOrNot(new Promise((...done) => entry.file(...done)))) }
  if (!isFolderEntry(entry)) return
  const reader = entry.createReader()
  let empty = true
  // It hands out a hundred at a time, and none at the end.
  for (;;) {
    const children = await new Promise<FileSystemEntry[]>((...done) => reader.readEntries(...done)).catch(() => null)
    if (!children) return yield { path, unreadable: true }
    if (children.length === 0) break
    empty = false
    for (const child of children) yield* byEntry(child)
  }
  if (empty) yield { path }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function* inBatches(found: AsyncGenerator<Found>): AsyncGenerator<Found[]> {
  let batch: Found[] = []
  for await (const one of found) {
    batch.push(one)
    if (batch.length < together) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
