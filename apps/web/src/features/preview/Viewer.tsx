import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useTitle } from '../../lib/title.ts'
import type { Around } from './around.ts'
import { Frame } from './Frame.tsx'
import { Failed, NoLongerHere } from './NotShown.tsx'
import { viewedQuery } from './queries.ts'
import { type Leave, Stage } from './Stage.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { Waiting } from './Waiting.tsx'

/** A file, over the list from which it was opened. */
export function Viewer(around: Around) {
  const { store, level, fileid, items, details, download, onGo, onClose } = around
  const { data: info, error, refetch, isFetching } = useQuery(viewedQuery(store, fileid))
  const [editing, setEditing] = useState(false)
  const [pane, setPane] = useState(false)
  const leave = useRef<Leave>(null)
  const walk = useNeighbours(around, !editing)
  const refresh = useCallback(async () => (await refetch()).data, [refetch])
  const close = () => (leave.current ? leave.current(onClose) : onClose())
  const name = info?.objname ?? items.find(item => item?.objid === fileid)?.objname ?? ''
  const gone = error?.status === 404
  useTitle('file', name)
  const onDownload = () => download({ objid: fileid, objname: name })
  return (
    <Frame {...{ fileid, walk }} onClose={close}>
      <ViewerBar
        {...{ name, walk, pane }}
        working={editing}
        onDownload={gone ? undefined : onDownload}
        onPane={info && !gone ? () => setPane(!pane) : undefined}
        onClose={close}
      />
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          {info ? (
            <Stage
              key={fileid}
              {...{ store, level, info, gone, refresh, leave, onGo, onClose, onDownload }}
              onEditing={setEditing}
            />
          ) : null}
          {!info && !error ? <Waiting /> : null}
          {!info && gone ? <NoLongerHere onClose={onClose} /> : null}
          {!info && error && !gone ? (
            <Failed message={error.msg} onRetry={() => void refetch()} retrying={isFetching} />
          ) : null}
        </div>
        {pane && info && !gone ? (
          <aside
            aria-label="Details"
            className="w-80 shrink-0 overflow-y-auto border-l bg-surface p-4 max-md:absolute max-md:inset-x-0 max-md:top-12 max-md:bottom-0 max-md:z-10 max-md:w-auto"
          >
            <h3 className="sr-only">Details</h3>
            {details(info)}
          </aside>
        ) : null}
      </div>
    </Frame>
  )
}
