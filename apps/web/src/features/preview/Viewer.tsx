import { useQuery } from '@tanstack/react-query'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useTitle } from '../../lib/title.ts'
import type { Around } from './around.ts'
import { scrollContent, takesArrows, takesEscape } from './keys.ts'
import { Failed, NoLongerHere } from './NotShown.tsx'
import { viewedQuery } from './queries.ts'
import { type Leave, Stage } from './Stage.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { useViewerFocus } from './use-viewer-focus.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { Waiting } from './Waiting.tsx'

/** A file, over the list from which it was opened. */
export function Viewer(around: Around) {
  const { store, level, fileid, items, details, download, onGo, onClose } = around
  const { data: info, error, refetch, isFetching } = useQuery(viewedQuery(store, fileid))
  const [editing, setEditing] = useState(false)
  const [pane, setPane] = useState(false)
  const leave = useRef<Leave>(null)
  const focus = useViewerFocus()
  const walk = useNeighbours(around, !editing)
  const refresh = useCallback(async () => (await refetch()).data, [refetch])
  const close = () => (leave.current ? leave.current(onClose) : onClose())
  const name = info?.objname ?? items.find(item => item?.objid === fileid)?.objname ?? ''
  const gone = error?.status === 404
  useTitle('file', name)
  const onDownload = () => download({ objid: fileid, objname: name })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // What happens in a dialog above it is reported here as well.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowRight' ? walk.onNext : event.key === 'ArrowLeft' ? walk.onPrevious : undefined
    const steps = step && !event.shiftKey && !takesArrows(event.target)
    const scrolls = event.target === event.currentTarget && scrollContent(event, event.currentTarget)
    if (steps || scrolls) event.preventDefault()
    if (steps) step()
  }
  const onEscapeKeyDown = (event: globalThis.KeyboardEvent) => {
    event.preventDefault()
    if (!takesEscape(event.target)) close()
  }
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Content
          {...focus}
          {...{ onKeyDown, onEscapeKeyDown }}
          aria-describedby={undefined}
          onInteractOutside={event => event.preventDefault()}
          className="fixed inset-0 z-40 flex flex-col bg-canvas outline-none data-[state=open]:animate-fade-in"
        >
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
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
