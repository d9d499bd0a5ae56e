import type { AnyTx } from './database/database.ts'
import { publish } from './events.ts'

/**
 * Who hears of a project: those who belong to it and are nothing more in the organisation, and the organisation's Owners and
 * Admins, who follow all of its projects by one topic. Nobody has both, so nobody hears the same thing twice.
 */
export const projectTopic = (orgid: string, projectid: string) => `project:${orgid}/${projectid}`
export const everyProjectTopic = (orgid: string) => `projects:${orgid}`

/** Tells everybody who sees a project that it, its people, or something in it changed. */
export function projectChanged(
  tx: AnyTx,
  { orgid, projectid }: { orgid: string; projectid: string },
  what: 'project' | 'users' | 'activity' | 'filestores',
): void {
  for (const topic of [projectTopic(orgid, projectid), everyProjectTopic(orgid)]) {
    publish(tx, { topic, event: { type: 'project.changed', data: { orgid, projectid, what } } })
  }
}
