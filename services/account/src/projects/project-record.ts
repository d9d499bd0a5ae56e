import type { AuditEntry } from '@plinth/contract/audit'
import { recordActivity } from '@plinth/platform/activity'
import type { Tx } from '@plinth/platform/database/database'
import { record } from '../audit/audit.repository.ts'
import type { AccountTables } from '../tables.ts'
import type { Place } from './projects.repository.ts'

interface Deed extends Place {
  actorid: string
  action: Extract<AuditEntry['action'], `project.${string}`>
  /** To whom. Without it the deed was done to the project itself. */
  userid?: string
  data?: Pick<AuditEntry['data'], 'projectname' | 'description' | 'role' | 'before' | 'after'>
}

/** What is done in a project stands in the organisation's audit log, and in the project's own activity. */
export async function recordInProject(tx: Tx<AccountTables>, deed: Deed): Promise<void> {
  const { orgid, projectid, actorid, action, userid, data = {} } = deed
  const target = userid ?? projectid
  await record(tx, { orgid, actorid, action, target, data: userid ? { projectid, ...data } : data })
  await recordActivity(tx, { orgid, projectid, actorid, action, target, data })
}
