import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bytesOf, chunksOf, contentOf, numbersFrom, sha256 } from '../testing/contents.ts'
import { createDiskBlobs } from './disk.ts'
import { blobPath } from './disk-files.ts'

const run = promisify(execFile)
const MIB = 1024 * 1024
const child = new URL('../testing/blob-child.ts', import.meta.url).pathname

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-blobs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A small disk where this machine lets us make one, a limit for the size of a file elsewhere. */
const ON_A_SMALL_DISK = `
fill='mount -t tmpfs -o size=24m tmpfs "$1" 2>/dev/null || ulimit -f 40000; exec "$2" "$3" "$1" fill'
for flags in -m -rm; do
  if unshare $flags true 2>/dev/null; then exec unshare $flags sh -c "$fill" sh "$@"; fi
done
exec sh -c "$fill" sh "$@"
`

it('says so when the disk is full, leaves nothing behind and goes on once there is room', async () => {
  const small = join(folder, 'small')
  await mkdir(small)
  const { stdout } = await run('sh', ['-c', ON_A_SMALL_DISK, 'sh', small, process.execPath, child])
  expect(JSON.parse(stdout)).toEqual({
    received: 'STORAGE_FULL',
    appended: 'STORAGE_FULL',
    prefixRight: true,
    readable: [true, true],
    left: [],
  })
})

async function untilKilled(): Promise<{ kept: string[]; appended: number }> {
  const told = { kept: [] as string[], appended: 0 }
  const writer = spawn(process.execPath, [child, folder, 'go-on'], { stdio: ['ignore', 'pipe', 'inherit'] })
  // While the third is kept, or at some moment of what comes between.
  const [killAt, delayMs] = Math.random() < 0.6 ? ['keeping', Math.random() * 4] : ['kept', Math.random() * 60]
  let left = 3
  createInterface(writer.stdout).on('line', line => {
    const [what, value = ''] = line.split(' ')
    if (what === 'kept') told.kept.push(value)
    if (what === 'appended') told.appended = Number(value)
    if (what === killAt && --left === 0) setTimeout(() => writer.kill('SIGKILL'), delayMs)
  })
  await once(writer, 'close')
  return told
}

it('shows no half blob and loses nothing acknowledged when it is killed 20 times', { timeout: 240_000 }, async () => {
  const kept: string[] = []
  for (let round = 0; round < 20; round++) {
    const told = await untilKilled()
    kept.push(...told.kept)
    const blobs = await createDiskBlobs(folder)
    expect(await blobs.parts.size('upload')).toBeGreaterThanOrEqual(told.appended)
  }
  const blobs = await createDiskBlobs(folder)
  const listed = await blobs.list({ limit: 10_000 })
  for (const { hash } of listed) expect(sha256(await bytesOf(await blobs.open(hash)))).toBe(hash)
  expect(listed.map(({ hash }) => hash)).toEqual(expect.arrayContaining(kept))
  const size = await blobs.parts.size('upload')
  const whole = await blobs.parts.finish('upload')
  expect(whole.hash).toBe(sha256(await bytesOf(numbersFrom(0, size))))
})

it('sweeps what killed processes left once it is a day old, and nothing younger', async () => {
  const blobs = await createDiskBlobs(folder)
  const incoming = join(folder, 'blobs', 'incoming')
  const [old, young] = [join(incoming, 'old'), join(incoming, 'young')]
  for (const path of [old, young]) await writeFile(path, 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old, yesterday, yesterday)
  await blobs.parts.begin('waiting')
  await blobs.sweep()
  expect(await readdir(incoming)).toEqual(expect.arrayContaining(['young']))
  expect(await readdir(incoming)).not.toContain('old')
  expect(await blobs.parts.size('waiting')).toBe(0)
  await blobs.sweep(Date.now() + 8 * 24 * 3_600_000)
  expect(await readdir(incoming)).toEqual([])
  await expect(blobs.parts.size('waiting')).rejects.toMatchObject({ errcode: 'NOT_FOUND' })
})

it('goes on with an upload where its file ends, should a disk have lost what comes behind', async () => {
  const blobs = await createDiskBlobs(folder)
  const content = contentOf(2 * MIB)
  await blobs.parts.begin('shortened')
  await blobs.parts.append('shortened', 0, chunksOf(content.subarray(0, MIB)))
  await truncate(join(folder, 'blobs', 'uploads', 'shortened'), 1_000)
  expect(await blobs.parts.size('shortened')).toBe(1_000)
  await blobs.parts.append('shortened', 1_000, chunksOf(content.subarray(1_000)))
  expect((await blobs.parts.finish('shortened')).hash).toBe(sha256(content))
  await blobs.parts.abort('shortened')
})

it('puts a whole blob in the place of a damaged one, and renews the time of one that is kept again', async () => {
  const blobs = await createDiskBlobs(folder)
  const content = contentOf(2 * MIB)
  const path = blobPath(join(folder, 'blobs'), sha256(content))
  await (await blobs.receive(chunksOf(content))).keep()
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(path, yesterday, yesterday)
  await (await blobs.receive(chunksOf(content))).keep()
  expect(Date.now() - (await stat(path)).mtimeMs).toBeLessThan(3_600_000)
  // Half of it, and as long with one byte gone bad.
  for (const damaged of [content.subarray(0, 100), content.map((byte, at) => (at === 100 ? byte ^ 1 : byte))]) {
    await writeFile(path, damaged)
    await (await blobs.receive(chunksOf(content))).keep()
    expect((await bytesOf(await blobs.open(sha256(content)))).equals(content)).toBe(true)
  }
  await writeFile(
    path,
    content.map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
  )
  await blobs.parts.begin('again')
  await blobs.parts.append('again', 0, chunksOf(content))
  const whole = await blobs.parts.finish('again')
  for (let twice = 0; twice < 2; twice++) await whole.keep()
  expect((await bytesOf(await blobs.open(sha256(content)))).equals(content)).toBe(true)
  expect((await readdir(join(folder, 'blobs', 'incoming'))).filter(name => name.length === 36)).toEqual([])
  await blobs.parts.abort('again')
})

it('refuses the start where the folder cannot be used', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(createDiskBlobs(join(folder, 'file'))).rejects.toThrow(/in PLINTH_DATA cannot be used \(ENOTDIR\)\./)
})
