import type { Config } from '../config.ts'
import type { Blobs } from './blobs.ts'
import { createDiskBlobs } from './disk.ts'
import { createS3Blobs } from './s3.ts'

/** The store that the configuration names. Refuses the start with a sentence where it cannot be used. */
export const createBlobs = (config: Pick<Config, 'blobStore' | 'dataFolder'>): Promise<Blobs> =>
  config.blobStore ? createS3Blobs(config.blobStore) : createDiskBlobs(config.dataFolder)
