import type { Filestore } from '@plinth/contract/filestores'
import { Link } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Listing, type Looked, type Upload } from './Listing.tsx'
import { filestoreRoute, paramsOf, useWays, type View } from './paths.ts'
import { useRemembered } from './remembered.ts'
import { SearchBox } from './SearchBox.tsx'
import { TreeDrawer, TreePane } from './TreePane.tsx'
import type { Wanted } from './use-listing.ts'

type BrowserProps = Wanted & Looked & { store: Store; filestore: Filestore; onUpload: Upload }

/** The lists of one filestore, and the way from one to the other. */
export function Browser({ store, filestore, folderid, view, search, onUpload, ...more }: BrowserProps) {
  const ways = useWays(store)
  const [tree, setTree] = useRemembered('plinth-files-tree', ['shown', 'hidden'], 'shown')
  const [drawer, setDrawer] = useState(false)
  const name = [store.fsid, view ?? '', search, folderid ?? ''].join('|')
  const here = search ? undefined : (view ?? 'files')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b">
        <nav aria-label="Lists of the filestore" className="flex items-center gap-4">
          <TreeButtons
            shown={tree === 'shown'}
            onShow={shown => setTree(shown ? 'shown' : 'hidden')}
            onDrawer={() => setDrawer(true)}
          />
          <Tab store={store} current={here === 'files'}>
            Files
          </Tab>
          <Tab store={store} view="recent" current={here === 'recent'}>
            Recent
          </Tab>
          <Tab store={store} view="trash" current={here === 'trash'}>
            Trash
          </Tab>
        </nav>
        <div className="pb-2 max-sm:w-full">
          <SearchBox
            search={search}
            place={[folderid, view, more.fileid].join('|')}
            onSearch={q => ways.search(q, search !== '', folderid)}
          />
        </div>
      </div>
      <div className="flex min-w-0 gap-3">
        {tree === 'shown' ? <TreePane {...{ store, filestore, folderid, view, search, onUpload }} /> : null}
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Listing key={name} {...{ store, filestore, name, folderid, view, search, onUpload, ...more }} />
        </div>
      </div>
      {drawer ? (
        <TreeDrawer open onOpenChange={setDrawer} {...{ store, filestore, folderid, view, search, onUpload }} />
      ) : null}
    </>
  )
}

type TreeButtonsProps = { shown: boolean; onShow: (shown: boolean) => void; onDrawer: () => void }

/** Beside the list where there is room, over it where there is not. */
function TreeButtons({ shown, onShow, onDrawer }: TreeButtonsProps) {
  return (
    <>
      <span className="max-lg:hidden">
        <IconButton
          size="sm"
          className="reach-4"
          label={shown ? 'Hide folders' : 'Show folders'}
          onClick={() => onShow(!shown)}
        >
          <PanelLeft aria-hidden className={shown ? 'text-accent' : undefined} />
        </IconButton>
      </span>
      <span className="lg:hidden">
        <IconButton size="sm" className="reach-4" label="Folders" onClick={onDrawer}>
          <PanelLeft aria-hidden />
        </IconButton>
      </span>
    </>
  )
}

const look =
  'reach-4 -mb-px flex h-9 items-center rounded-t-sm border-transparent border-b-2 px-1 font-medium text-muted text-sm -outline-offset-2 ' +
  'hover:text-text pointer-coarse:h-10 aria-[current=page]:border-accent aria-[current=page]:text-text'

type TabProps = { store: Store; view?: View; current: boolean; children: ReactNode }

function Tab({ store, view, current, children }: TabProps) {
  return (
    <Link
      to={filestoreRoute}
      params={paramsOf(store)}
      search={view ? { view } : {}}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={current ? 'page' : undefined}
      className={look}
    >
      {children}
    </Link>
  )
}
