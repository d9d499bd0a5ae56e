import { account } from '@plinth/account/account'
import { files } from '@plinth/files/files'
import { readConfig } from '@plinth/platform/config'
import { StartRefused } from '@plinth/platform/errors'
import { type Running, start } from '@plinth/platform/start'
import { serveWeb } from './web.ts'

/** How long requests under way may take to finish once the process is told to stop. */
const drainMs = 10_000

/** Listened to from the first line on, so that a signal during the start stops it in order too. */
const told = new Promise<void>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
})

try {
  const config = readConfig()
  const running = await start(config, [account, files], serveWeb(config.publicUrl))
  process.stdout.write(`Plinth is ready: ${config.publicUrl}\n`)
  if (!config.smtpUrl) process.stdout.write(`Mail is caught and shown at ${config.publicUrl}/_mail\n`)
  await told
  // A database that several nodes can share means that there may be others, and somebody in front who chooses among them.
  if (config.databaseUrl) await running.leave()
  await stop(running)
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`Plinth cannot start: ${error.message}\n`)
  process.exitCode = 1
}

async function stop({ close }: Running): Promise<void> {
  // A request that never ends must not keep the process.
  setTimeout(() => process.exit(1), drainMs).unref()
  await close()
  process.exit(0)
}
