import { recordActivity } from '@plinth/platform/activity'
import type { AnyTx } from '@plinth/platform/database/database'
import { publish } from '@plinth/platform/events'
import { everyProjectTopic, projectTopic } from '@plinth/platform/project-events'

/** Whose namespace it is: its name begins with that. */
export function ownerOf(nsname: string): { orgid: string; projectid: string; fsid: string } {
  const [orgid = '', projectid = '', fsid = ''] = nsname.split('/')
  return { orgid, projectid, fsid }
}

interface Change {
  action: string
  /** The id of what was changed. */
  target: string
  name: string
  /** The folders whose lists are not what they were. */
  folderids: (string | null)[]
  data?: Record<string, string | number>
  bytes?: number
}

/** Tells those who look at the folders, and writes the change down for the project. In the transaction that makes it true. */
export async function changed(tx: AnyTx, { nsname, userid }: { nsname: string; userid: string }, change: Change) {
  const { orgid, projectid, fsid } = ownerOf(nsname)
  const { action, target, name, data = {}, bytes = 0 } = change
  tellFolders(tx, nsname, change.folderids)
  await recordActivity(tx, {
    ...{ orgid, projectid, actorid: userid, action, target, bytes },
    data: { fsid, name, ...data },
  })
}

/** Those alone who look: nothing has happened that is worth writing down. */
export function tellFolders(tx: AnyTx, nsname: string, folderids: readonly (string | null)[]): void {
  const { orgid, projectid } = ownerOf(nsname)
  for (const folderid of new Set(folderids)) {
    if (folderid === null) continue
    for (const topic of [projectTopic(orgid, projectid), everyProjectTopic(orgid)]) {
      publish(tx, { topic, event: { type: 'files.changed', data: { nsname, folderid } } })
    }
  }
}
