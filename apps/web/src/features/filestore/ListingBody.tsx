import { ErrorState } from '../../ui/ErrorState.tsx'
import { Details } from './Details.tsx'
import { type Desk, useDesk } from './desk.ts'
import { ItemsArea } from './ItemsArea.tsx'
import type { DirSort } from './items.ts'
import { Nothing } from './Nothing.tsx'
import { SkeletonList } from './SkeletonLines.tsx'
import type { useListing } from './use-listing.ts'

type ListingBodyProps = {
  listing: ReturnType<typeof useListing>
  label: string
  name: string
  view: 'list' | 'grid'
  pointed: string | undefined
  sort: DirSort
  onSort: (sort: DirSort) => void
  /** Whether the details stand beside the list. */
  pane: boolean
}

export function ListingBody({ pane, ...list }: ListingBodyProps) {
  const desk = useDesk()
  const shown = pane ? shownBeside(desk) : undefined
  return (
    <div className="@container/body">
      <div className="flex min-h-0 gap-3">
        <List {...list} />
        {shown ? (
          <aside
            aria-label="Details"
            // As high as the list, however much it holds: it scrolls by itself.
            className="min-h-80 w-80 shrink-0 overflow-y-auto rounded-lg border bg-surface p-4 [contain:size] @max-2xl/body:hidden"
          >
            <h2 className="sr-only">Details</h2>
            <Details store={desk.store} item={shown} canWrite={desk.canWrite} />
          </aside>
        ) : null}
      </div>
    </div>
  )
}

function List({ listing, label, name, view, pointed, sort, onSort }: Omit<ListingBodyProps, 'pane'>) {
  const { place, narrowed } = useDesk()
  const { items, error, hasMore, see, load, loadAll, retry, retrying } = listing
  const isFolder = place.kind === 'folder'
  if (!items && error) {
    return (
      <div className="flex-1 rounded-lg border bg-surface">
        <ErrorState title="The list could not be loaded" message={error.msg} onRetry={retry} retrying={retrying} />
      </div>
    )
  }
  if (!items || (isFolder && !place.objid)) {
    return (
      <div className="flex-1">
        <SkeletonList view={view} />
      </div>
    )
  }
  if (items.length === 0 && !hasMore) return <Nothing />
  return (
    <ItemsArea
      {...{ label, name, view, pointed, hasMore, see, load, loadAll }}
      orderName={`${sort} ${Object.values(narrowed).join(' ')}`}
      sorting={isFolder ? { sort, onSort } : undefined}
      third={isFolder ? 'modifiedby' : 'location'}
      time={place.kind === 'trash' ? 'Deleted' : 'Changed'}
    />
  )
}

/** The one that is chosen, or the folder itself. */
function shownBeside({ chosen, place }: Desk) {
  if (place.kind === 'trash' || chosen.length > 1) return undefined
  return chosen[0] ?? (place.kind === 'folder' && place.objid ? { objid: place.objid, objtype: 1 as const } : undefined)
}
