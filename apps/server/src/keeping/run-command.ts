import { readConfig } from '@plinth/platform/config'
import { StartRefused } from '@plinth/platform/errors'
import type { Command } from './commands.ts'
import { createProgress } from './progress.ts'

/** The end of a command that could not run. */
const COULD_NOT = 2

/** Runs a command as this process. */
export async function runCommand(command: Command): Promise<void> {
  // What it writes holds what the installation holds: nobody else is to read it.
  process.umask(0o077)
  try {
    process.exitCode = await command(process.argv.slice(2), readConfig(), createProgress())
  } catch (error) {
    process.stderr.write(`${error instanceof StartRefused ? error.message : reasonOf(error)}\n`)
    process.exitCode = COULD_NOT
  }
}

/** With what stood behind it: whoever runs a command can do something about that. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return cause ? `${error.message}${cause}` : String(error.stack)
}
