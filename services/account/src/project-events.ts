import type { AnyTx } from '@plinth/platform/database/database'
import { publish } from '@plinth/platform/events'
import { everyProjectTopic, projectTopic } from '@plinth/platform/project-events'
import type { Place } from './projects/projects.repository.ts'

const tell = (tx: AnyTx, topic: string, { orgid, projectid }: Place) =>
  publish(tx, { topic, event: { type: 'projects.changed', data: { orgid, projectid } } })

/** Tells one person that the list of their projects, or their roles in one, changed. */
export const ownProjectsChanged = (tx: AnyTx, userid: string, place: Place) => tell(tx, `user:${userid}`, place)

/** Tells everybody who sees a project that it came, went or is called something else. */
export function projectsChanged(tx: AnyTx, place: Place): void {
  tell(tx, projectTopic(place.orgid, place.projectid), place)
  tell(tx, everyProjectTopic(place.orgid), place)
}
