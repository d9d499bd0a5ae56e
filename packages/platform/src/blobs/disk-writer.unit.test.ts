import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWriter } from './disk-writer.ts'

const MIB = 1024 * 1024
const block = Buffer.alloc(MIB, 'x')

let folder: string
let file: FileHandle
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-writer-'))
  file = await open(join(folder, 'file'), 'w')
})
afterEach(async () => {
  await file.close().catch(() => {})
  await rm(folder, { recursive: true })
})

/** A file on a disk that takes its time, or has its faults. */
const onDisk = (datasync: FileHandle['datasync'], write: FileHandle['write'] = file.write.bind(file)) =>
  ({ write, datasync, close: () => file.close() }) as FileHandle

async function writeAll(writer: ReturnType<typeof createWriter>, blocks: number): Promise<void> {
  for (let n = 0; n < blocks; n++) await writer.take(block)
}

it('tells of a write that failed once what is on its way to the disk meanwhile is noted', async () => {
  const full = await open('/dev/full', 'w')
  const slow = Promise.withResolvers<void>()
  const heard: (string | number)[] = []
  // It takes 33 MiB, of which 32 are being synced.
  const write = ((bytes: Uint8Array, at: number, length: number, position: number) =>
    (position < 33 * MIB ? file : full).write(bytes, at, length, position)) as FileHandle['write']
  const writer = createWriter(async () => onDisk(() => slow.promise, write), {
    at: 0,
    onSynced: async size => void heard.push(size),
  })
  await writeAll(writer, 33)
  await expect(writer.take(block)).rejects.toThrow('ENOSPC')
  const finished = writer.finish().catch(error => heard.push(error.code))
  await nextTurn()
  slow.resolve()
  await finished
  expect(heard).toEqual([32 * MIB, 'ENOSPC'])
  await writer.close()
  await full.close()
})

it('counts nothing as safe after the disk has failed once, whatever it says later', async () => {
  const faults = [new Error('EIO: i/o error, fdatasync')]
  const noted: number[] = []
  const datasync = async () => {
    const fault = faults.pop()
    if (fault) throw fault
  }
  const writer = createWriter(async () => onDisk(datasync), { at: 0, onSynced: async size => void noted.push(size) })
  await writeAll(writer, 70)
  await expect(writer.finish()).rejects.toThrow('EIO')
  expect(noted).toEqual([])
  await writer.close()
})
