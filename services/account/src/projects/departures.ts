import { recordActivity } from '@plinth/platform/activity'
import type { Tx } from '@plinth/platform/database/database'
import { projectChanged } from '@plinth/platform/project-events'
import { record } from '../audit/audit.repository.ts'
import { endFileTokens } from '../filestores/namespaces.ts'
import { ownProjectsChanged } from '../project-events.ts'
import type { AccountTables } from '../tables.ts'
import { leaveProjects } from './departures.repository.ts'

interface Departure {
  orgid: string
  userid: string
  /** Who becomes owner of the projects that would have none left. */
  heir: string
  /** Who lets them go: somebody else, or they themselves. */
  actorid: string
}

/**
 * Whoever goes out of an organisation goes out of its projects. The audit log has that as one deed; each project's activity
 * tells it, and both tell who is owner now where there would have been none.
 */
export async function departFromProjects(tx: Tx<AccountTables>, departure: Departure): Promise<void> {
  const { orgid, userid, heir, actorid } = departure
  const { left, inherited } = await leaveProjects(tx, departure)
  await endFileTokens(tx, { orgid }, userid)
  const gone = actorid === userid ? 'project.user.leave' : 'project.user.remove'
  const after = ['owner']
  const handedOn = { orgid, actorid, action: 'project.user.roles', target: heir } as const
  await recordActivity(tx, ...left.map(projectid => ({ orgid, projectid, actorid, action: gone, target: userid })))
  await recordActivity(tx, ...inherited.map(projectid => ({ ...handedOn, projectid, data: { after } })))
  for (const projectid of inherited) {
    await record(tx, { ...handedOn, data: { projectid, after } })
    ownProjectsChanged(tx, heir, { orgid, projectid })
  }
  for (const projectid of left) projectChanged(tx, { orgid, projectid }, 'users')
}
