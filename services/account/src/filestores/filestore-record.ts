import type { AuditEntry } from '@plinth/contract/audit'
import { recordActivity } from '@plinth/platform/activity'
import type { Tx } from '@plinth/platform/database/database'
import { projectChanged } from '@plinth/platform/project-events'
import { record } from '../audit/audit.repository.ts'
import type { AccountTables } from '../tables.ts'
import type { Store } from './filestores.repository.ts'

interface Deed extends Store {
  actorid: string
  action: Extract<AuditEntry['action'], `filestore.${string}`>
  fsname: string
  /** Whose level it is about. Without it the deed was done to the filestore itself. */
  userid?: string
  data?: { quota?: number; before?: string[]; after?: string[] }
}

/** What is done to a filestore stands in the audit log and in the project's activity, and whoever sees the project hears of it. */
export async function recordFilestore(tx: Tx<AccountTables>, deed: Deed): Promise<void> {
  const { orgid, projectid, fsid, actorid, action, fsname, userid, data: more = {} } = deed
  const entry = { orgid, actorid, action, target: userid ?? fsid }
  const data = { fsname, ...more }
  await record(tx, { ...entry, data: { projectid, ...data } })
  await recordActivity(tx, { ...entry, projectid, data })
  projectChanged(tx, { orgid, projectid }, 'filestores')
}
