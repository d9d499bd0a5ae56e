import type { Kept } from './keeping.ts'
import type { Measure, Measured } from './measuring.ts'
import { nameOf, type Upload } from './upload.ts'

interface WithPermission {
  queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}

/** The file of an upload that began on an earlier page, if this one may read it. */
export async function reread({ upload, file, handle }: Kept): Promise<File | undefined> {
  if (file) return file
  if (!handle || !(await mayRead(handle))) return undefined
  const there = await fileAt(handle, upload.path).catch(() => undefined)
  return there && isSame(upload, { size: there.size, modifiedat: there.lastModified }) ? there : undefined
}

async function mayRead(handle: FileSystemHandle & WithPermission): Promise<boolean> {
  return (await handle.queryPermission?.({ mode: 'read' }).catch(() => 'denied')) === 'granted'
}

/** The browser shows its question only right after a click or a key. */
export async function askToRead(handle: FileSystemHandle & WithPermission): Promise<boolean> {
  return (await handle.requestPermission?.({ mode: 'read' }).catch(() => 'denied')) === 'granted'
}

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory'

async function fileAt(handle: FileSystemHandle, path: string): Promise<File | undefined> {
  if (isFile(handle)) return handle.getFile()
  const names = path.split('/').slice(1)
  const last = names.pop()
  let folder = handle
  for (const name of names) if (isDirectory(folder)) folder = await folder.getDirectoryHandle(name)
  return last !== undefined && isDirectory(folder) ? (await folder.getFileHandle(last)).getFile() : undefined
}

/** One that has changed since would be put together from two files. */
const isSame = (upload: Measure, file: Measure) => file.size === upload.size && file.modifiedat === upload.modifiedat

/**
 * Which of the files that somebody chose are those that uploads wait for: of the same way, size and time, or else of the same name.
 * Where a name stands for several, size and time do not tell them apart: what a program unpacks often has the same of both.
 */
export function matching(lost: readonly Upload[], found: readonly Measured[]): Map<Upload, Measured> {
  const foundBy = Map.groupBy(found, looksOf)
  const lostBy = Map.groupBy(lost, looksOf)
  const matches = new Map<Upload, Measured>()
  for (const upload of lost) {
    const candidates = foundBy.get(looksOf(upload)) ?? []
    const isOnly = candidates.length === 1 && lostBy.get(looksOf(upload))?.every(({ path }) => path === upload.path)
    const match = candidates.find(({ path }) => path === upload.path) ?? (isOnly ? candidates[0] : undefined)
    if (match) matches.set(upload, match)
  }
  return matches
}

const looksOf = (one: Measure & Pick<Upload, 'path'>) => [nameOf(one), one.size, one.modifiedat].join('/')
