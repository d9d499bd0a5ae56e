import { defineConfig } from 'vitest/config'

const onBothEngines = [
  'packages/platform/src/**/*.test.ts',
  'services/*/src/**/*.test.ts',
  'apps/server/src/**/*.test.ts',
]
/** What reads and writes bytes: once more, with an S3 store under it. */
const bytesInS3 = [
  'services/files/src/{blobs,copies,files,shares,versions,zips}/*.test.ts',
  'services/files/src/uploads/tus.test.ts',
  'apps/server/src/dav.test.ts',
]
/** What asks over HTTP: once more with three nodes behind one address, over PostgreSQL and S3, by `npm run cluster -- api`. */
const onSeveralNodes = ['services/*/src/**/*.test.ts', 'apps/server/src/*.test.ts']
/** These have no use for that: they start processes of their own, on stores of their own, and look at what one of them does. */
const notOnSeveralNodes = [
  // Killed again and again. `npm run cluster -- prove` kills one of several.
  'apps/server/src/crash.test.ts',
  // One whose disk is small.
  'apps/server/src/full-disk.test.ts',
  // One whose connections, mail server or database hang.
  'apps/server/src/hostile.test.ts',
  // Backups from one installation to another, of every kind.
  'apps/server/src/keeping.test.ts',
  // One whose disk cannot be read.
  'services/files/src/thumbnails/unreadable.test.ts',
  // How one starts and ends.
  'apps/server/src/process.test.ts',
]
const engineFree = ['**/*.unit.test.ts']
const needsPostgres = ['tools/src/postgres.test.ts']
const s3OnDemand = './tools/src/s3-server.setup.ts'
const litmusOnDemand = './tools/src/litmus.setup.ts'
/**
 * Files of tests share the processes they run in, one after the other: to load and warm up the product for each of them took more than
 * half of the time. Each starts a product and a database of its own all the same, and puts back the clock it has set.
 */
const together = { isolate: false }
const elsewhere = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A hang is caught all the same; a busy machine is not a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 2, timeout: 60_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/contract/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'tools/src/**/*.test.ts',
            ...engineFree,
          ],
          exclude: [...needsPostgres, ...elsewhere],
          globalSetup: [s3OnDemand],
        },
      },
      {
        test: {
          name: 'sqlite',
          ...together,
          include: onBothEngines,
          exclude: [...engineFree, ...elsewhere],
          globalSetup: [s3OnDemand, litmusOnDemand],
        },
      },
      {
        test: {
          name: 's3',
          ...together,
          include: bytesInS3,
          exclude: [...engineFree, ...elsewhere],
          provide: { bytesInS3: true },
          globalSetup: [s3OnDemand],
        },
      },
      {
        test: {
          name: 'nodes',
          ...together,
          include: onSeveralNodes,
          exclude: [...notOnSeveralNodes, ...engineFree, ...elsewhere],
          provide: { nodes: 3, bytesInS3: true },
          // More than one node has to start, and the first of all waits for the S3 server.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          globalSetup: ['./tools/src/postgres.setup.ts', s3OnDemand, litmusOnDemand],
        },
      },
      {
        test: {
          name: 'postgres',
          ...together,
          include: [...onBothEngines, ...needsPostgres],
          exclude: [...engineFree, ...elsewhere],
          globalSetup: ['./tools/src/postgres.setup.ts', s3OnDemand, litmusOnDemand],
        },
      },
    ],
  },
})
