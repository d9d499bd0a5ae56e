import { revokeShare, type Share } from '@plinth/contract/shares'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerFile, type Store } from '../../lib/file-client.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toast.ts'
import { sharesQuery } from './queries.ts'

export function ShareList({ store, objectid }: { store: Store; objectid: string }) {
  const query = sharesQuery(store, objectid)
  const list = useInfiniteQuery(query)
  const { data, error, isFetching, refetch } = list
  const shares = data?.pages.flatMap(page => page.shares) ?? []
  // None and unknown are not the same: whoever looks for a link to revoke it must not take one for the other.
  if (error && !data) {
    return (
      <ErrorState
        title="The links there are could not be loaded"
        message={error.msg}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (shares.length === 0) return null
  return (
    <section aria-label="Links" className="mt-8 grid gap-2">
      <h3 className="font-medium text-sm">Links</h3>
      <ul className="divide-y rounded-lg border">
        {shares.map(share => (
          <li key={share.shareid} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
            <span className="min-w-0 flex-1 basis-44 break-words text-sm">
              <span className="flex items-center gap-2">
                {share.kind === 'upload' ? 'Adds files' : 'Downloads'}
                {isOver(share) ? <Badge>over</Badge> : null}
              </span>
              <span className="block text-muted text-xs">
                By {share.createdby} <Time at={share.createdat} />
              </span>
              <span className="block text-muted text-xs">
                <Facts share={share} />
              </span>
            </span>
            <Revoke {...{ store, objectid, share }} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}

/** Nobody can be given the same link again, so it asks first. */
function Revoke({ store, objectid, share }: { store: Store; objectid: string; share: Share }) {
  const { shareid, createdby } = share
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => answerFile(store, revokeShare, { shareid }),
    onSuccess: () => setOpen(false),
    onError: error => toast.error('The link could not be revoked.', { description: error.msg }),
    onSettled: () => client.invalidateQueries({ queryKey: sharesQuery(store, objectid).queryKey }),
  })
  return (
    <ConfirmDialog
      {...{ open }}
      onOpenChange={setOpen}
      description="Whoever has the link is refused from now on. This cannot be undone."
      confirmLabel="Revoke link"
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      trigger={
        <Button size="sm" aria-label={`Revoke the link by ${createdby}`}>
          Revoke
        </Button>
      }
    />
  )
}

function Facts({ share: { kind, expiresat, haspassword, downloads, downloadlimit } }: { share: Share }) {
  return (
    <>
      {expiresat === null ? (
        'Does not end'
      ) : (
        <>
          {expiresat > Date.now() ? 'Ends ' : 'Ended '}
          <Time at={expiresat} />
        </>
      )}
      {haspassword ? ' · with a password' : ''}
      {kind === 'download' ? ` · ${downloaded(downloads, downloadlimit)}` : ''}
    </>
  )
}

const isOver = ({ expiresat, downloads, downloadlimit }: Share) =>
  (expiresat ?? Number.POSITIVE_INFINITY) <= Date.now() || downloads >= (downloadlimit ?? Number.POSITIVE_INFINITY)

const number = (value: number) => value.toLocaleString('en')

function downloaded(downloads: number, limit: number | null): string {
  if (limit !== null) return `${number(downloads)} of ${limit === 1 ? '1 download' : `${number(limit)} downloads`} used`
  if (downloads === 0) return 'not downloaded yet'
  return downloads === 1 ? 'downloaded once' : `downloaded ${number(downloads)} times`
}
