import { type CheckOptions, type CheckResult, checkFiles } from '@plinth/files/fsck/fsck.service'
import type { Config } from '@plinth/platform/config'
import { openInstallation } from './installation.ts'

type Options = Pick<CheckOptions, 'quick' | 'repair' | 'print' | 'tell'>

/** Holds a whole installation against its bytes, beside the processes that serve it. */
export async function checkInstallation(config: Config, options: Options): Promise<CheckResult> {
  const { close, ...installation } = await openInstallation(config)
  return checkFiles({ ...installation, ...options }).finally(close)
}
