import { ErrorState } from '../../ui/ErrorState.tsx'
import { DetailsPane } from './DetailsPane.tsx'
import { type Pointed, useDesk } from './desk.ts'
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
  pointed: Pointed | undefined
  /** Files are held beside the list: they would come here. */
  dropping: boolean
  sort: DirSort
  onSort: (sort: DirSort) => void
  /** Whether the details stand beside the list. */
  pane: boolean
}

export function ListingBody({ pane, ...list }: ListingBodyProps) {
  const { place } = useDesk()
  const { items, error } = list.listing
  const isBare = items ? place.kind !== 'folder' && items.length === 0 : Boolean(error)
  return (
    <div className="@container/body">
      <div className="flex min-h-0 gap-3">
        <List {...list} />
        {pane && !isBare ? <DetailsPane /> : null}
      </div>
    </div>
  )
}

function List({ listing, label, name, view, pointed, dropping, sort, onSort }: Omit<ListingBodyProps, 'pane'>) {
  const { place, narrowed } = useDesk()
  const { items, error, hasMore, see, load, loadAll, retry, retrying } = listing
  const isFolder = place.kind === 'folder'
  const third = isFolder ? 'modifiedby' : 'location'
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
        <SkeletonList {...{ view, third }} />
      </div>
    )
  }
  if (items.length === 0 && !hasMore) return <Nothing dropping={dropping} />
  return (
    <ItemsArea
      {...{ label, name, view, third, pointed, dropping, hasMore, see, load, loadAll }}
      orderName={`${sort} ${Object.values(narrowed).join(' ')}`}
      sorting={isFolder ? { sort, onSort } : undefined}
      time={place.kind === 'trash' ? 'Deleted' : 'Changed'}
    />
  )
}
