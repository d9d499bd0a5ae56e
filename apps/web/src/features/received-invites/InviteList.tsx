import { type ReactNode, useCallback, useRef } from 'react'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { InviteLine } from './InviteLine.tsx'
import { useReceivedInvites } from './queries.ts'

/** The invites that wait for an answer, with the four states that a list has. */
export function InviteList({ label, empty }: { label: string; empty: ReactNode }) {
  const { data: invites, error, isFetching, refetch } = useReceivedInvites()
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed went with its line, and the focus must not be lost with it.
  const keepFocus = useCallback(() => {
    if (document.activeElement === document.body) box.current?.focus()
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {invites ? (
        <ul aria-label={label} className="divide-y empty:hidden">
          {invites.map(invite => (
            <InviteLine key={invite.id} invite={invite} onGone={keepFocus} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState
          title="Failed to get the invites"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Placeholder />
      )}
      {invites?.length === 0 ? empty : null}
    </div>
  )
}

function Placeholder() {
  return (
    <div role="status" className="flex items-center gap-3 px-4 py-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="size-7" />
      <span className="grid flex-1 gap-1.5">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-3 w-3/4" />
      </span>
    </div>
  )
}
