import { setTimeout as pause } from 'node:timers/promises'
import { account } from '@plinth/account/account'
import { createContents } from '@plinth/files/blobs/contents.service'
import { files } from '@plinth/files/files'
import { readConfig } from '@plinth/platform/config'
import { start } from '@plinth/platform/start'

// The product, with the one difference that contents which nobody refers to are swept at once, again and again, and not after an
// hour: whoever kills it meets it at that too.

const { platform } = await start(readConfig(), [account, files])
const contents = createContents({ ...platform, jobs: { ...platform.jobs, every: () => {} } })
process.stdout.write('Plinth is ready\n')
for (;;) {
  await contents.sweepUnused({ graceMs: -1 })
  await pause(Math.random() * 60)
}
