import type { SharedObject } from '@plinth/contract/shares'
import { useTitle } from '../../lib/title.ts'
import type { Walked } from './around.ts'
import { Frame } from './Frame.tsx'
import { Failed, NoLongerHere } from './NotShown.tsx'
import { PublicContent } from './PublicContent.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { Waiting } from './Waiting.tsx'

type PublicViewerProps = Omit<Walked, 'items'> & {
  items: readonly SharedObject[]
  /** Nothing of the list has been read yet. */
  waits: boolean
  /** Why the rest of the list could not be read. */
  error: { msg: string } | null
  retrying: boolean
  addressOf: (fileid: string) => string
  download: (file: SharedObject) => void
  onClose: () => void
}

/** A file of a shared folder, over its list. All that is known of it stands in the list. */
export function PublicViewer(around: PublicViewerProps) {
  const { fileid, items, goesOn, reach, waits, error, retrying, addressOf, download, onClose } = around
  const walk = useNeighbours(around, true)
  const file = items.find(({ objid, objtype }) => objid === fileid && objtype === 2)
  const onDownload = file && (() => download(file))
  const isMissing = !file && !waits && !walk.looking
  useTitle('file', file?.objname)
  return (
    <Frame {...{ fileid, walk, onClose }}>
      <ViewerBar
        name={file?.objname ?? ''}
        {...{ walk, onDownload, onClose }}
        working={false}
        pane={false}
        onPane={undefined}
      />
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        {file ? <PublicContent key={fileid} {...{ file, onDownload }} address={addressOf(fileid)} /> : null}
        {file || isMissing ? null : <Waiting />}
        {isMissing && error ? (
          <Failed message={error.msg} onRetry={() => reach(items.length)} retrying={retrying} />
        ) : null}
        {isMissing && !error ? (
          <NoLongerHere onClose={onClose}>
            {goesOn
              ? 'This file was not found. The folder holds many: look for it in the list.'
              : 'This file is no longer here. Somebody has moved it, or deleted it.'}
          </NoLongerHere>
        ) : null}
      </div>
    </Frame>
  )
}
