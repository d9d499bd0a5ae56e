import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '@plinth/files/testing/random'
import { testDatabaseUrl } from '@plinth/platform/testing/engine'
import { createTestBucket } from '@plinth/platform/testing/s3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createContentsPool } from './testing/crash-contents.ts'
import { openFilestore } from './testing/crash-filestore.ts'
import { expectInOrder, expectNothingLostOrLeft, startHere, tidy } from './testing/crash-finale.ts'
import { createLane, type Lane } from './testing/crash-lane.ts'
import { createOwner } from './testing/crash-owner.ts'
import { createOwnProcess, type OwnProcess } from './testing/own-process.ts'

// A few kills here; `npm run test:crash` asks for more of them, and for S3.
const kills = Number(process.env.CRASH_KILLS ?? 3)
const seed = Number(process.env.CRASH_SEED ?? 0) || Math.floor(Math.random() * 2 ** 31)
const stores = (process.env.CRASH_STORES ?? 'disk').split(',')
const LANES = 4
const MOST_STEPS = 40
const LONGEST_MS = 60

let folder: string
let database: Awaited<ReturnType<typeof testDatabaseUrl>>
let server: OwnProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-'))
  database = await testDatabaseUrl()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function environmentOn(store: string): Promise<Record<string, string>> {
  return {
    PLINTH_DATA: folder,
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...(store === 's3' ? { BLOB_URL: await createTestBucket() } : {}),
  }
}

/** After some steps, at whatever moment of the next ones: so it means the same on a slow machine. */
async function killDuring(server: OwnProcess, lanes: Lane[], random: Random): Promise<void> {
  const done = () => lanes.reduce((sum, lane) => sum + lane.steps(), 0)
  const enough = done() + 5 + random.below(MOST_STEPS)
  let failed = false
  const working = Promise.all(lanes.map(lane => lane.work())).catch(error => {
    failed = true
    throw new Error(`The server said: ${server.output()}`, { cause: error })
  })
  // What goes wrong is told below, where it is waited for.
  working.catch(() => {})
  while (done() < enough && !failed && server.isAlive()) await pause(2)
  if (!server.isAlive()) throw new Error(`The server ended by itself: ${server.output()}`)
  await pause(random.below(LONGEST_MS))
  await server.end('SIGKILL')
  await working
}

const title = `kill -9, ${kills} times, while files come, go and are swept loses nothing (CRASH_SEED=${seed}), on`

it.each(stores)(`${title} %s`, { timeout: 300_000 + kills * 60_000 }, async store => {
  const random = createRandom(seed)
  const pool = createContentsPool(random)
  const environment = await environmentOn(store)
  server = await createOwnProcess({ program: new URL('testing/crash-server.ts', import.meta.url), environment })
  await server.start()
  const owner = await createOwner(server.url)
  const { url } = server
  const open = (n: number) => openFilestore(url, owner, `Lane ${n}`)
  const filestores = await Promise.all(Array.from({ length: LANES }, (_, n) => open(n)))
  const lanes = await Promise.all(filestores.map(one => createLane(one, createRandom(random.below(2 ** 31)), pool)))
  for (const lane of lanes) await lane.prepare()
  for (let kill = 0; kill < kills; kill++) {
    await killDuring(server, lanes, random)
    await server.start()
    await Promise.all(lanes.map(lane => lane.check()))
    if (process.env.CRASH_KILLS) process.stdout.write(`${kill + 1} of ${kills} kills on ${store}: nothing lost\n`)
  }
  await server.end('SIGKILL')
  const here = await startHere({ ...environment, PORT: new URL(url).port })
  await tidy(here.platform)
  await Promise.all(lanes.map(lane => lane.finish()))
  await tidy(here.platform)
  await expectNothingLostOrLeft(here.platform)
  await expectInOrder(environment)
  await here.close()
  report(lanes)
})

function report(lanes: Lane[]): void {
  const sums: Record<string, number> = {}
  for (const { tally } of lanes) for (const [what, times] of tally) sums[what] = (sums[what] ?? 0) + times
  expect(Object.keys(sums).length).toBeGreaterThan(0)
  if (process.env.CRASH_KILLS) process.stdout.write(`Acknowledged: ${JSON.stringify(sums)}\n`)
}
