import { setTimeout as pause } from 'node:timers/promises'
import { account } from '@plinth/account/account'
import { createContents } from '@plinth/files/blobs/contents.service'
import { files } from '@plinth/files/files'
import { readConfig } from '@plinth/platform/config'
import { Refusal } from '@plinth/platform/errors'
import { start } from '@plinth/platform/start'

// The product, with the one difference that contents which nobody refers to are swept at once, again and again, and not after an
// hour: whoever kills it meets it at that too.

const { platform } = await start(readConfig(), [account, files])
const contents = createContents({ ...platform, jobs: { ...platform.jobs, every: () => {} } })
process.stdout.write('Plinth is ready\n')
for (;;) {
  await contents.sweepUnused({ graceMs: -1 }).catch(unlessOvertaken)
  await pause(Math.random() * 60)
}

/** On PostgreSQL others may always get ahead of it. As a job it is tried again then. */
function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Refusal && error.errcode === 'UNAVAILABLE')) throw error
}
