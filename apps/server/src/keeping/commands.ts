import { resolve } from 'node:path'
import type { Config } from '@plinth/platform/config'
import { StartRefused } from '@plinth/platform/errors'
import { backUp } from './backup-installation.ts'
import { checkInstallation } from './check-installation.ts'
import type { Progress } from './progress.ts'
import { restore } from './restore-installation.ts'

/** Answers its exit code: 0 where all is well, 1 where something is wrong with what it found. One that cannot run throws. */
export type Command = (args: string[], config: Config, progress: Progress) => Promise<number>

const number = (count: number) => count.toLocaleString('en')

export const fsckCommand: Command = async (args, config, progress) => {
  const { has } = readArguments(args, ['--quick', '--repair'], 'Use: npm run fsck -- [--quick] [--repair]')
  const quick = has('--quick')
  const { faults } = await checkInstallation(config, { quick, repair: has('--repair'), ...progress })
  if (faults === 0) progress.print(`Everything is in order${quick ? '; bytes were counted, not read' : ''}.`)
  return faults === 0 ? 0 : 1
}

export const backupCommand: Command = async (args, config, progress) => {
  const usage = 'Use: npm run backup -- <folder> [--verify]'
  const { has, folder } = readArguments(args, ['--verify'], usage)
  const to = folder()
  const { rows, tables, copied, there, missing } = await backUp(config, to, { verify: has('--verify'), ...progress })
  progress.print(
    `Saved ${number(rows)} rows of ${tables} tables and ${number(copied + there)} contents, ${number(copied)} of them new, in ${to}.`,
  )
  if (missing.length === 0) return 0
  progress.print(`${number(missing.length)} contents are not in it, because they are missing or damaged here.`)
  return 1
}

export const restoreCommand: Command = async (args, config, { print, tell }) => {
  const from = readArguments(args, [], 'Use: npm run restore -- <folder of a backup>').folder()
  const { madeat, rows, contents, missing } = await restore(config, from, { tell })
  print(`Brought back ${number(rows)} rows and ${number(contents)} contents, as they were at ${madeat}.`)
  if (missing.length === 0) return 0
  print(`${number(missing.length)} contents were missing when the backup was made. npm run fsck says which files.`)
  return 1
}

/** The flags among the arguments, and the one folder that may be named. Anything else is refused. */
function readArguments(args: string[], known: readonly string[], usage: string) {
  const flags = new Set(args.filter(arg => arg.startsWith('--')))
  const unknown = [...flags].find(flag => !known.includes(flag))
  if (unknown) throw new StartRefused(`There is no ${unknown}. ${usage}`)
  const [name, ...others] = args.filter(arg => !arg.startsWith('--'))
  return {
    has: (flag: string) => flags.has(flag),
    folder(): string {
      if (!name || others.length > 0) throw new StartRefused(usage)
      return resolve(name)
    },
  }
}
