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
const engineFree = ['**/*.unit.test.ts']
const needsPostgres = ['tools/src/postgres.test.ts']
const s3OnDemand = './tools/src/s3-server.setup.ts'
const litmusOnDemand = './tools/src/litmus.setup.ts'
const elsewhere = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A hang is caught all the same; a busy machine is not a failure.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { interval: 2, timeout: 20_000 } },
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
          include: onBothEngines,
          exclude: [...engineFree, ...elsewhere],
          globalSetup: [s3OnDemand, litmusOnDemand],
        },
      },
      {
        test: {
          name: 's3',
          include: bytesInS3,
          exclude: [...engineFree, ...elsewhere],
          provide: { bytesInS3: true },
          globalSetup: [s3OnDemand],
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...onBothEngines, ...needsPostgres],
          exclude: [...engineFree, ...elsewhere],
          globalSetup: ['./tools/src/postgres.setup.ts', s3OnDemand, litmusOnDemand],
        },
      },
    ],
  },
})
