import type { SharedObject } from '@plinth/contract/shares'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, FolderOpen } from 'lucide-react'
import { memo, type ReactNode, useMemo } from 'react'
import { bytes } from '../../lib/bytes.ts'
import { fetchAt } from '../../lib/fetch-at.ts'
import { kindOf } from '../../lib/file-kinds.ts'
import { shownName } from '../../lib/names.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PasswordGate } from './PasswordGate.tsx'
import { fileAddress, type Held, sharedFolderQuery, zipAddress } from './queries.ts'
import type { FolderWays, Shown } from './shown.ts'
import { Terms } from './Terms.tsx'

/** The top folder of a filestore has no name of its own. */
const nameOf = (name: string) => name || 'Files'

const mostAbove = 3

/** A page holds 50 files: of a large folder, one after the other would take a hundred clicks. */
const pagesAtOnce = 10

/** Of a long way down the first and the last are shown: all of them would fill the page. */
const shortened = (above: ReactNode[]) =>
  above.length > mostAbove ? [above[0], <span key="between">…</span>, ...above.slice(1 - mostAbove)] : above

export function SharedFolder({ held, info, onTaken, onPass, folderid, linkTo, ...looking }: Shown & FolderWays) {
  const { fileid, onLook, viewer } = looking
  const list = useInfiniteQuery(sharedFolderQuery(held, folderid))
  const readOn = async () => {
    let read = await list.fetchNextPage()
    for (let pages = 1; pages < pagesAtOnce && read.hasNextPage && !read.isFetchNextPageError; pages++)
      read = await read.fetchNextPage()
  }
  const steps = list.data?.pages[0]?.steps ?? []
  const failed = list.error !== null && !list.isFetchNextPageError
  const gone = failed && list.error?.status === 404
  const here = steps.at(-1) ?? { objid: folderid ?? info.fsobject?.objid ?? '', objname: info.objname }
  const pages = list.data?.pages.map(({ fsobjects }) => fsobjects) ?? []
  const items = useMemo(() => list.data?.pages.flatMap(({ fsobjects }) => fsobjects) ?? [], [list.data])
  // Looking at a file would use up one of a few downloads.
  const canLook = info.left === null
  const isEmpty = list.data !== undefined && pages.every(objects => objects.length === 0)
  // A pass serves for an hour.
  if (list.error?.errcode === 'SHARE_PASSWORD') return <PasswordGate token={held.token} onPass={onPass} />
  return (
    <section className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h1 className="wrap-anywhere font-semibold text-lg">{nameOf(here.objname)}</h1>
          {failed && folderid && info.fsobject ? (
            <p className="text-accent text-sm hover:underline">
              {linkTo(info.fsobject.objid, `Back to ${nameOf(info.objname)}`)}
            </p>
          ) : null}
          {steps.length > 1 ? (
            <Breadcrumbs label="Folders">
              {[
                ...shortened(steps.slice(0, -1).map(({ objid, objname }) => linkTo(objid, nameOf(objname)))),
                <span key={here.objid} aria-current="page">
                  {here.objname}
                </span>,
              ]}
            </Breadcrumbs>
          ) : null}
        </div>
        {failed || isEmpty ? null : (
          <Button asChild variant="primary" onClick={onTaken}>
            <a href={zipAddress(held, here.objid)} download={`${nameOf(here.objname)}.zip`}>
              <Download aria-hidden />
              Download all
            </a>
          </Button>
        )}
      </header>
      <div className="overflow-hidden rounded-lg border bg-surface">
        {failed ? (
          <ErrorState
            title={gone ? 'This folder is no longer here' : 'The folder could not be opened'}
            message={gone ? 'Somebody has moved it, or deleted it.' : list.error?.msg}
            {...(gone ? {} : { onRetry: () => void list.refetch(), retrying: list.isFetching })}
          />
        ) : null}
        {list.isPending ? <Skeleton className="m-3 h-24" /> : null}
        {isEmpty ? <EmptyState icon={<FolderOpen />}>This folder is empty.</EmptyState> : null}
        <ul aria-label="Folders and files" className="divide-y empty:hidden">
          {pages.map(objects => (
            <Rows
              key={objects[0]?.objid}
              {...{ objects, held, linkTo, onTaken }}
              onLook={canLook ? onLook : undefined}
            />
          ))}
        </ul>
      </div>
      <ShowMore list={{ ...list, fetchNextPage: readOn }} />
      <Terms {...info} />
      {fileid && canLook && (list.data || list.isPending)
        ? viewer({
            ...{ fileid, items, waits: list.isPending, retrying: list.isFetchingNextPage },
            error: list.isFetchNextPageError ? list.error : null,
            goesOn: list.hasNextPage && !list.isFetchNextPageError,
            reach: () => void list.fetchNextPage({ cancelRefetch: false }),
            addressOf: objid => fileAddress(held, objid),
            download: ({ objid, objname }) => {
              fetchAt(fileAddress(held, objid), objname)
              onTaken()
            },
          })
        : null}
    </section>
  )
}

type RowsProps = Pick<RowProps, 'linkTo' | 'onTaken'> & {
  objects: readonly SharedObject[]
  held: Held
  onLook: FolderWays['onLook'] | undefined
}

/** One page of a folder. Those that are there are not drawn anew with each that comes. */
const Rows = memo(function Rows({ objects, held, onLook, ...ways }: RowsProps) {
  return objects.map(object => (
    <Row
      key={object.objid}
      {...{ object, ...ways }}
      href={fileAddress(held, object.objid)}
      onLook={onLook && (() => onLook(object.objid))}
    />
  ))
})

type RowProps = {
  object: SharedObject
  href: string
  linkTo: FolderWays['linkTo']
  onTaken: () => void
  onLook: (() => void) | undefined
}

function Row({ object, href, linkTo, onTaken, onLook }: RowProps) {
  const { objtype, objid, objname, size, filecount } = object
  const isFolder = objtype === 1
  const { icon: Icon, tone } = kindOf(object)
  return (
    // All of it leads to what it shows, as far as the button at its end.
    <li
      className={cx('relative flex min-h-12 items-center gap-3 px-3 py-1.5', (isFolder || onLook) && 'hover:bg-hover')}
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
      <span className="grid min-w-0 flex-1">
        <span
          dir="auto"
          className="truncate text-left text-sm *:after:absolute *:after:inset-0"
          title={shownName(objname)}
        >
          {isFolder ? linkTo(objid, shownName(objname)) : <FileName {...{ objid, objname, onLook }} />}
        </span>
        <span className="truncate text-muted text-xs">
          {isFolder ? `${filecount === 1 ? '1 file' : `${(filecount ?? 0).toLocaleString('en')} files`} · ` : ''}
          {bytes(size)}
        </span>
      </span>
      {isFolder ? null : (
        <Button asChild variant="ghost" size="icon" onClick={onTaken}>
          <a href={href} download={objname} aria-label={`Download ${objname}`}>
            <Download aria-hidden />
          </a>
        </Button>
      )}
    </li>
  )
}

type FileNameProps = Pick<SharedObject, 'objid' | 'objname'> & Pick<RowProps, 'onLook'>

function FileName({ objid, objname, onLook }: FileNameProps) {
  if (!onLook) return shownName(objname)
  return (
    <button id={objid} type="button" onClick={onLook} className="max-w-full truncate align-bottom">
      {shownName(objname)}
    </button>
  )
}
