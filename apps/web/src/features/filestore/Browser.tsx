import type { Filestore } from '@plinth/contract/filestores'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Store } from '../../lib/file-client.ts'
import { Listing, type Upload } from './Listing.tsx'
import { filestoreRoute, paramsOf, useWays, type View } from './paths.ts'
import { SearchBox } from './SearchBox.tsx'
import type { Wanted } from './use-listing.ts'

type BrowserProps = Wanted & { store: Store; filestore: Filestore; onUpload: Upload }

/** The lists of one filestore, and the way from one to the other. */
export function Browser({ store, filestore, folderid, view, search, onUpload }: BrowserProps) {
  const ways = useWays(store)
  const name = [store.fsid, view ?? '', search, folderid ?? ''].join('|')
  const here = search ? undefined : (view ?? 'files')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b">
        <nav aria-label="Lists of the filestore" className="flex gap-4">
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
          <SearchBox search={search} onSearch={q => ways.search(q, search !== '', folderid)} />
        </div>
      </div>
      <Listing key={name} {...{ store, filestore, name, folderid, view, search, onUpload }} />
    </>
  )
}

const look =
  '-mb-px flex h-9 items-center rounded-t-sm border-transparent border-b-2 px-1 font-medium text-muted text-sm -outline-offset-2 ' +
  'hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text'

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
