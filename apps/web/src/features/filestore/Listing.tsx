import { dirSorts } from '@plinth/contract/dirs'
import type { Filestore } from '@plinth/contract/filestores'
import type { FileLevel } from '@plinth/contract/permissions'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { isCoarse } from '../../lib/pointer.ts'
import { endSharing } from '../../lib/sharing.ts'
import { useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Crumbs } from './Crumbs.tsx'
import { Details } from './Details.tsx'
import { type Desk, DeskContext, type Pointed } from './desk.ts'
import { download } from './downloads.ts'
import { FilterChips } from './FilterChips.tsx'
import { focusNext, takesPointed } from './focus-next.ts'
import { mostCounted } from './folder-reading.ts'
import { Gone } from './Gone.tsx'
import type { DirSort, Item } from './items.ts'
import { ListingBody } from './ListingBody.tsx'
import { OpenedDialog } from './OpenedDialog.tsx'
import { useWays } from './paths.ts'
import { useRemembered } from './remembered.ts'
import { nothingChosen, only } from './selection.ts'
import { Taken } from './Taken.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useNewDesk } from './use-desk.ts'
import { useDropAnywhere } from './use-drop-anywhere.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { useListing, type Wanted } from './use-listing.ts'
import { labelOf, placeOf, rememberWay, useItemsAt, useWay } from './use-place.ts'

export type Upload = Desk['upload']

/** The file that is looked at over the list, and who shows it there. */
export type Looked = {
  fileid: string | undefined
  onLook: (fileid: string) => void
  viewer: (around: Around) => ReactNode
}

/** What the list lends to whoever shows one of its files. */
interface Around {
  store: Store
  level: FileLevel
  fileid: string
  items: readonly (Item | undefined)[]
  goesOn: boolean
  reach: (index: number) => void
  details: (item: Pick<Item, 'objid' | 'objtype'>) => ReactNode
  download: (item: Pick<Item, 'objid' | 'objname'>) => void
}

type ListingProps = Wanted & Looked & { store: Store; filestore: Filestore; name: string; onUpload: Upload }

const nowhere: never[] = []

/** For a finger something chosen means that the next tap chooses too, although it did not choose this. */
const chosenOrReady = (objid: string) => (isCoarse() ? { ...nothingChosen, active: objid } : only(objid))

/** One list with its bars: of a folder, the recent files, the trash, or what was searched for. */
export function Listing({ store, filestore, name, onUpload, fileid, onLook, viewer, ...wanted }: ListingProps) {
  const { fsname, level } = filestore
  const { kind, changed, by } = wanted
  const [sort, setSort] = useRemembered<DirSort>('plinth-files-sort', dirSorts, 'name')
  const [view, setView] = useRemembered('plinth-files-view', ['list', 'grid'], 'list')
  const [pane, setPane] = useRemembered('plinth-files-details', ['shown', 'hidden'], 'hidden')
  const listing = useListing(store, wanted, sort)
  const { error } = listing
  const way = useWay(store, wanted, listing.folderid)
  const place = placeOf(wanted, way.data, fsname)
  const { items, slots } = useItemsAt(listing.slots, place, way.data)
  const { toFolder, narrow } = useWays(store)
  const narrowed = useMemo(() => ({ kind, changed, by }), [kind, changed, by])
  const steps = way.data?.steps ?? nowhere
  const [made, setMade] = useState<string>()
  const [pointed, setPointed] = useState<Pointed>()
  const point: Desk['point'] = useCallback((objid, forMs = 0) => setPointed({ objid, until: Date.now() + forMs }), [])
  const { desk, opened, close } = useNewDesk({
    ...{ name, store, level, place, narrowed, narrow, point },
    ...{ items: items ?? nowhere, slots: slots ?? nowhere, upload: onUpload },
    openFolder: objid => {
      focusNext()
      rememberWay(
        store,
        way.data,
        items?.find(item => item.objid === objid),
      )
      toFolder(objid)
    },
    openFile: onLook,
    goUp: () => {
      focusNext()
      if (steps.length > 1) toFolder(steps.length > 2 ? steps.at(-2)?.objid : undefined)
    },
  })
  const dropping = useDropAnywhere(desk)
  useFocusKept(!items && !error)
  // Whoever goes elsewhere does not find it open over what is there.
  useEffect(() => endSharing, [])
  // A new folder is chosen once it is in the list.
  useEffect(() => {
    if (!made || !items?.some(({ objid }) => objid === made)) return
    desk.choose(chosenOrReady(made))
    point(made)
    setMade(undefined)
  }, [made, items, desk.choose, point])

  // Whoever closes the viewer finds the list at the file that was shown last; whoever asked where a file lies, at that one.
  useEffect(() => {
    const shown = fileid ?? takesPointed()
    if (!shown) return
    desk.choose(chosenOrReady(shown))
    point(shown)
  }, [fileid, desk.choose, point])

  const label = labelOf(place)
  const gone = way.error?.status === 404
  useTitle('folder', gone ? 'Not found' : label)
  return (
    <DeskContext value={desk}>
      {gone ? (
        <Gone store={store} steps={way.data?.steps} />
      ) : (
        <>
          <Toolbar
            {...{ view }}
            onView={setView}
            sorting={{ sort, onSort: setSort }}
            details={pane === 'shown'}
            onDetails={shown => setPane(shown ? 'shown' : 'hidden')}
          >
            {place.kind === 'folder' ? (
              <Crumbs fsname={fsname} steps={steps} />
            ) : (
              <h2 className="truncate font-medium" title={label}>
                {label}
              </h2>
            )}
          </Toolbar>
          <FilterChips />
          <Taken />
          {listing.cut ? (
            <Notice>
              {`This folder holds more than ${mostCounted.toLocaleString('en')} ${listing.cut}. `}
              Those that come after are not shown: search for them by name, or filter the list.
            </Notice>
          ) : null}
          {listing.outdated ? (
            <Notice action={<Button onClick={listing.readAnew}>Show the newest</Button>}>This list has changed.</Notice>
          ) : null}
          {listing.moreFailed ? (
            <Notice tone="danger" role="alert" action={<Button onClick={listing.retry}>Try again</Button>}>
              More could not be loaded. {error?.msg}
            </Notice>
          ) : null}
          <ListingBody
            {...{ listing, label, name, view, pointed, dropping, sort, onSort: setSort, pane: pane === 'shown' }}
          />
          {opened ? <OpenedDialog {...{ desk, fsname, opened }} onMade={setMade} onClose={close} /> : null}
        </>
      )}
      {/* What somebody writes in a file stays in sight, whatever becomes of the folder. */}
      {fileid
        ? viewer({
            ...{ store, level, fileid, items: slots ?? nowhere },
            reach: index => listing.see(index, index),
            goesOn: listing.hasMore && !listing.moreFailed,
            details: item => <Details {...{ store, item }} canWrite={desk.canWrite} />,
            download: item => void download(store, item),
          })
        : null}
    </DeskContext>
  )
}
