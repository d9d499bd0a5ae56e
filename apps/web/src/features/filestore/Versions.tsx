import { restoreVersion } from '@plinth/contract/versions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { bytes } from '../../lib/bytes.ts'
import { answerFile, type Store } from '../../lib/file-client.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshFolders } from './changes.ts'
import { download } from './downloads.ts'
import { versionsQuery } from './queries.ts'

type VersionsProps = {
  store: Store
  file: { objid: string; objname: string; parentid: string | null }
  canWrite: boolean
}

export function Versions({ store, file, canWrite }: VersionsProps) {
  const { data, error, refetch, isFetching } = useQuery(versionsQuery(store, file.objid))
  const restore = useMutation({
    mutationFn: (versionno: number) => answerFile(store, restoreVersion, { objectid: file.objid, versionno }),
    onSuccess: (_done, versionno) => void toast.success(`Version ${versionno} is the current one again.`),
    onError: problem => void toast.error('The version could not be restored.', { description: problem.msg }),
    onSettled: () => refreshFolders(store, [file.parentid ?? '']),
  })
  return (
    <section aria-labelledby="versions" className="grid gap-2">
      <h3 id="versions" className="font-medium">
        Versions
      </h3>
      {error && !data ? (
        <ErrorState
          title="The versions could not be loaded"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {!data && !error ? <Skeleton className="h-10" /> : null}
      <ul aria-label="Versions" className="divide-y rounded-lg border empty:hidden">
        {data?.map(({ versionno, size, createdat, createdby, current }) => (
          <li key={versionno} className="flex items-center gap-1 py-1.5 pr-1 pl-3">
            <span className="grid min-w-0 flex-1">
              <span className="flex items-center gap-2">
                Version {versionno}
                {current ? <Badge tone="success">current</Badge> : null}
              </span>
              <span className="truncate text-muted text-xs" title={createdby}>
                {bytes(size)}, <Time at={createdat} /> by {createdby}
              </span>
            </span>
            <IconButton
              size="sm"
              label={`Download version ${versionno}`}
              onClick={() => void download(store, file, versionno)}
            >
              <Download aria-hidden />
            </IconButton>
            {canWrite && !current ? (
              <IconButton
                size="sm"
                label={`Restore version ${versionno}`}
                pending={restore.isPending}
                onClick={() => restore.mutate(versionno)}
              >
                <RotateCcw aria-hidden />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
