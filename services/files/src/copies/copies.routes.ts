import { cancelJob, copyDir, jobInfo } from '@plinth/contract/dirs'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { type Copies, createCopies } from './copies.service.ts'

export function copyRoutes(platform: Platform, bind: Bind): Copies {
  const copies = createCopies(platform)

  bind(copyDir, (input, { actor }) => copies.start(actor, input))
  bind(jobInfo, ({ jobid }, { actor }) => copies.info(actor, jobid))
  bind(cancelJob, ({ jobid }, { actor }) => copies.cancel(actor, jobid))
  return copies
}
