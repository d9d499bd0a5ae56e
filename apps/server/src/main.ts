import { join } from 'node:path'
import { account } from '@plinth/account/account'
import { files } from '@plinth/files/files'
import { type Config, readConfig } from '@plinth/platform/config'
import { StartRefused } from '@plinth/platform/errors'
import { type Running, start } from '@plinth/platform/start'
import { serveWeb } from './web.ts'

/** How long requests under way may take to finish once the process is told to stop. */
const drainMs = 10_000
/** How long all the rest may take after that, until it is given up. */
const tidyMs = 5_000

// The database, files and mails are for nobody else on this machine.
process.umask(0o077)

/** Listened to from the first line on, so that a signal during the start stops it in order too. */
const told = new Promise<void>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
})

try {
  const config = readConfig()
  const running = await start(config, [account, files], serveWeb(config.publicUrl))
  process.stdout.write(`Plinth is ready: ${config.publicUrl}\n${whereMailIs(config)}`)
  await told
  // A database that several nodes can share means that there may be others, and somebody in front who chooses among them.
  if (config.databaseUrl) await running.leave()
  await stop(running)
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`Plinth cannot start: ${error.message}\n`)
  process.exitCode = 1
}

function whereMailIs({ smtpUrl, mailPage, dataFolder }: Config): string {
  if (smtpUrl) return ''
  if (mailPage) return `Mail is caught and shown at ${mailPage}\n`
  return `Mail is not sent, for want of SMTP_URL, but kept in ${join(dataFolder, 'mail')}\n`
}

async function stop({ close }: Running): Promise<void> {
  // What never ends must not keep the process.
  setTimeout(() => process.exit(1), drainMs + tidyMs).unref()
  await close(drainMs)
  process.exit(0)
}
