import type { Filestore } from '@plinth/contract/filestores'
import type { Store } from '../../lib/file-client.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { DeletedFilestores } from './DeletedFilestores.tsx'
import { DeleteFilestoreDialog } from './DeleteFilestoreDialog.tsx'
import { FilestoreNameDialog } from './FilestoreNameDialog.tsx'
import { QuotaDialog } from './QuotaDialog.tsx'
import type { StoreDialog } from './StoreBar.tsx'

type StoreDialogsProps = {
  store: Store
  /** Without one only those open that need none. */
  filestore: Filestore | undefined
  manages: boolean
  opened: StoreDialog | undefined
  onGo: (fsid: string | undefined) => void
  onClose: () => void
}

export function StoreDialogs({ store, filestore, manages, opened, onGo, onClose }: StoreDialogsProps) {
  const { orgid, projectid } = store
  if (opened === 'create') return <FilestoreNameDialog {...{ orgid, projectid, onClose }} onDone={onGo} />
  if (opened === 'deleted') {
    return <DeletedFilestores place={{ orgid, projectid }} onRestored={onGo} onClose={onClose} />
  }
  if (!filestore) return null
  if (opened === 'rename') {
    return <FilestoreNameDialog {...{ orgid, projectid, filestore, onClose }} onDone={() => undefined} />
  }
  if (opened === 'quota') return <QuotaDialog {...{ store, onClose }} quota={filestore.quota} />
  if (opened === 'access') return <AccessDialog {...{ store, filestore, manages, onClose }} />
  if (opened === 'connect') return <ConnectDialog {...{ store, filestore, onClose }} />
  if (opened !== 'delete') return null
  return <DeleteFilestoreDialog {...{ store, filestore, onClose }} onDeleted={() => onGo(undefined)} />
}
