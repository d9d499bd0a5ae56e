import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bytes } from '../../lib/bytes.ts'
import type { Store } from '../../lib/file-client.ts'
import { kindName } from '../../lib/file-kinds.ts'
import { shownName } from '../../lib/names.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import { download } from './downloads.ts'
import { ItemPicture } from './ItemPicture.tsx'
import { fileCount, type Item, isFolder } from './items.ts'
import { infoQuery } from './queries.ts'
import { Versions } from './Versions.tsx'

type DetailsProps = { store: Store; item: Pick<Item, 'objid' | 'objtype'>; canWrite: boolean }

/** All there is to know of one folder or file. */
export function Details({ store, item, canWrite }: DetailsProps) {
  const { data, error, refetch, isFetching } = useQuery(infoQuery(store, item))
  if (error) {
    const gone = error.status === 404
    return (
      <ErrorState
        title={gone ? 'This is no longer here' : 'The details could not be read'}
        message={gone ? 'Somebody has moved it to the trash.' : error.msg}
        {...(gone ? {} : { onRetry: () => void refetch(), retrying: isFetching })}
      />
    )
  }
  if (!data) return <Skeleton className="h-64" />
  const folder = isFolder(data)
  return (
    <div className="grid gap-4 text-sm">
      <div className="flex items-start gap-3">
        <ItemPicture
          {...{ store, item: data }}
          size="large"
          icon="size-8"
          className={data.thumbnail ? 'size-16' : 'size-8'}
        />
        <p className={cx('wrap-anywhere min-w-0 font-medium', !data.thumbnail && 'pt-1.5')}>
          {shownName(data.objname) || 'Top folder'}
        </p>
      </div>
      {folder ? null : (
        <Button onClick={() => void download(store, data)} className="justify-self-start">
          Download
        </Button>
      )}
      <Facts>
        <Fact name="Type">{kindName(data)}</Fact>
        <Fact name="Size">
          {bytes(data.size)}
          {folder ? `, ${fileCount(data)}` : ''}
        </Fact>
        {data.parentid ? (
          <Fact name="Location">{data.path.slice(0, data.path.lastIndexOf('/')) || 'Top folder'}</Fact>
        ) : null}
        <Fact name="Changed">
          <Time at={data.modifiedat} /> {by(data.modifiedby)}
        </Fact>
        <Fact name="Created">
          <Time at={data.createdat} /> {by(data.createdby)}
        </Fact>
        {data.sha256 ? (
          <Fact name="SHA-256">
            <span className="flex items-center gap-1">
              <span className="truncate font-mono text-xs">{data.sha256}</span>
              <CopyButton value={data.sha256} label="Copy the SHA-256" />
            </span>
          </Fact>
        ) : null}
      </Facts>
      {folder ? null : <Versions store={store} file={data} canWrite={canWrite} />}
    </div>
  )
}

/** The top folder came with the filestore: nobody made it. */
const by = (userid: string) => (userid ? `by ${userid}` : '')

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </>
  )
}
