import { listAudit } from '@plinth/contract/audit'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createAudit } from './audit.service.ts'

export function auditRoutes(platform: Platform, bind: Bind) {
  const audit = createAudit(platform)

  bind(listAudit, input => audit.list(input))
}
