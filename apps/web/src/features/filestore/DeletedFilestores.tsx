import { listDeletedFilestores, restoreFilestore } from '@plinth/contract/filestores'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { filestoresKey, refreshFilestores } from '../../lib/filestores.ts'
import { answer } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' })

type Place = { orgid: string; projectid: string }

/** The newest: who looks here has deleted one lately. */
const deletedQuery = (place: Place) =>
  queryOptions({
    queryKey: [...filestoresKey(place), 'deleted'],
    queryFn: async ({ signal }) => (await answer(listDeletedFilestores, place, signal)).filestores,
  })

type DeletedFilestoresProps = { place: Place; onRestored: (fsid: string) => void; onClose: () => void }

export function DeletedFilestores({ place, onRestored, onClose }: DeletedFilestoresProps) {
  const { data, error, refetch, isFetching } = useQuery(deletedQuery(place))
  const restore = useMutation({
    mutationFn: (fsid: string) => answer(restoreFilestore, { ...place, fsid }),
    onSuccess: async ({ fsid, fsname }) => {
      await refreshFilestores(place)
      toast.success(`${fsname} is back as it was.`)
      onClose()
      onRestored(fsid)
    },
    onError: problem => void toast.error('The filestore could not be restored.', { description: problem.msg }),
  })
  return (
    <Dialog title="Deleted filestores" open onOpenChange={onClose}>
      {error && !data ? (
        <ErrorState
          title="The list could not be loaded"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {!data && !error ? <Skeleton className="h-14" /> : null}
      {data?.length === 0 ? <EmptyState>No filestore was deleted in the last 30 days.</EmptyState> : null}
      <ul className="divide-y rounded-lg border empty:hidden">
        {data?.map(({ fsid, fsname, purgedat }) => (
          <li key={fsid} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <span className="wrap-anywhere min-w-0 flex-1 text-sm">
              <span className="font-medium">{fsname}</span>
              <span className="block text-muted text-xs">Can be restored until {day.format(purgedat)}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Restore ${fsname}`}
              pending={restore.isPending && restore.variables === fsid}
              onClick={() => restore.mutate(fsid)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
