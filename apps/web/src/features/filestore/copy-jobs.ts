import { cancelJob, jobInfo } from '@plinth/contract/dirs'
import { askFile, type Store } from '../../lib/file-client.ts'
import { shortName } from '../../lib/names.ts'
import { toast } from '../../ui/toast.ts'
import { refreshFolders } from './changes.ts'

const pollMs = 500
/** A copy that is done sooner needs no progress. */
const quietMs = 600

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Tells how far the copy of a folder is, until it is done. It goes on by itself where this page is closed. */
export async function followCopy(store: Store, jobid: string, fullName: string, to: { objid: string; name: string }) {
  const name = shortName(fullName)
  const id = `copy-${jobid}`
  const begun = Date.now()
  const cancel = async (event: { preventDefault(): void }) => {
    // The toast would go away with the click, and take with it what is said under the same id while it goes.
    event.preventDefault()
    const [, error] = await askFile(store, cancelJob, { jobid })
    if (error) toast.error(`The copy of ${name} could not be cancelled.`, { description: error.msg })
  }
  for (;;) {
    const [job, error] = await askFile(store, jobInfo, { jobid })
    if (error) return void toast.error(`How far the copy of ${name} is cannot be told.`, { id, description: error.msg })
    if (job.state === 'done') {
      refreshFolders(store, [to.objid])
      return void toast.success(`Copied ${name} to ${shortName(to.name)}.`, {
        id,
        action: undefined,
        description: undefined,
      })
    }
    if (job.state === 'cancelled') {
      return void toast.info(`The copy of ${name} was cancelled. Nothing of it remains.`, {
        ...{ id, action: undefined, description: undefined },
      })
    }
    if (job.state === 'failed') {
      const description = `${job.reason ?? ''} Nothing of it remains.`.trim()
      return void toast.error(`${name} could not be copied.`, { id, description, action: undefined })
    }
    if (Date.now() - begun > quietMs) {
      const description = `${job.copied.toLocaleString('en')} of ${job.total.toLocaleString('en')} files`
      toast.loading(`Copying ${name}`, { id, description, action: { label: 'Cancel', onClick: cancel } })
    }
    await pause(pollMs)
  }
}
