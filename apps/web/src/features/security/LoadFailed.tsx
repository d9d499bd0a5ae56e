import type { CallError } from '@plinth/contract/errors'
import { ErrorState } from '../../ui/ErrorState.tsx'

type LoadFailedProps = { title: string; list: { error: CallError | null; isFetching: boolean; refetch: () => unknown } }

export function LoadFailed({ title, list: { error, isFetching, refetch } }: LoadFailedProps) {
  return (
    <div className="rounded-lg border bg-surface">
      <ErrorState title={title} message={error?.msg} onRetry={() => void refetch()} retrying={isFetching} />
    </div>
  )
}
