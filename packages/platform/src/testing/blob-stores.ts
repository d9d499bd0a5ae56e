import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBlobUrl } from '../blobs/blob-url.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { createBlobs } from '../blobs/create-blobs.ts'
import { createS3Client } from '../blobs/s3-client.ts'
import { createS3Objects } from '../blobs/s3-objects.ts'
import { createTestBucket } from './s3.ts'

export interface TestStore {
  blobs: Blobs
  /** The same store as another node, or a process after a restart, sees it. */
  reopen(): Promise<Blobs>
  /** What is stored beside the blobs themselves: temporaries, uploads under way. */
  besides(): Promise<string[]>
  drop(): Promise<void>
}

async function openDisk(): Promise<TestStore> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'plinth-blobs-'))
  const reopen = () => createBlobs({ dataFolder, blobStore: undefined })
  const besides = async () => {
    const root = join(dataFolder, 'blobs')
    const names = await Promise.all(['incoming', 'uploads'].map(folder => readdir(join(root, folder))))
    return names.flat().filter(name => name !== '.ping')
  }
  return { blobs: await reopen(), reopen, besides, drop: () => rm(dataFolder, { recursive: true, force: true }) }
}

async function openS3(): Promise<TestStore> {
  const blobStore = readBlobUrl(await createTestBucket())
  const reopen = () => createBlobs({ dataFolder: '', blobStore })
  const objects = createS3Objects(createS3Client(blobStore))
  const besides = async () => {
    const stored = (await objects.list('', '', 1_000)).map(({ key }) => key)
    const unfinished = (await objects.listUnfinished('')).map(({ key }) => key)
    return [...stored.filter(key => !key.startsWith('blobs/')), ...unfinished]
  }
  return { blobs: await reopen(), reopen, besides, drop: async () => {} }
}

export const blobStores: [string, () => Promise<TestStore>][] = [
  ['disk', openDisk],
  ['S3', openS3],
]
