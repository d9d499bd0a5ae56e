import { bytes } from '../../lib/bytes.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Details, Fact, Facts } from './Details.tsx'
import { type Desk, useDesk } from './desk.ts'
import { counted, type Item, outermost } from './items.ts'

/** Beside the list. It stays whatever is chosen: the columns of a list that grew and shrank would not hold still. */
export function DetailsPane() {
  return (
    <aside
      aria-label="Details"
      // As high as the list, however much it holds: it scrolls by itself.
      className="min-h-80 w-80 shrink-0 overflow-y-auto rounded-lg border bg-surface p-4 text-sm [contain:size] @max-2xl/body:hidden"
    >
      <h2 className="sr-only">Details</h2>
      <Content {...useDesk()} />
    </aside>
  )
}

/** Of what is chosen, or of the folder itself. */
function Content({ store, canWrite, place, chosen }: Desk) {
  const [item] = chosen
  if (chosen.length > 1) return <Several items={chosen} />
  if (place.kind === 'trash' && item) return <TrashedDetails item={item} />
  if (item) return <Details {...{ store, item, canWrite }} />
  if (place.kind !== 'folder') return <p className="text-muted">Choose something to see its details.</p>
  if (!place.objid) return <Skeleton className="h-64" />
  return <Details {...{ store, canWrite }} item={{ objid: place.objid, objtype: 1 }} />
}

function Several({ items }: { items: readonly Item[] }) {
  const size = outermost(items).reduce((sum, item) => sum + item.size, 0)
  return (
    <div className="grid gap-4">
      <p className="font-medium">{counted(items)}</p>
      <Facts>
        <Fact name="Size">{bytes(size)}</Fact>
      </Facts>
    </div>
  )
}

export function TrashedDetails({ item: { objname, parentpath, trashedby } }: { item: Item }) {
  return (
    <p className="wrap-anywhere text-sm">
      {objname} was in {parentpath === '/' ? 'the top folder' : parentpath} and was deleted by {trashedby}. Restore it
      to open it.
    </p>
  )
}
