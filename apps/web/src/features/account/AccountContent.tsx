import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useUser } from '../../lib/user.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountData } from './AccountData.tsx'
import { AccountSkeleton } from './AccountSkeleton.tsx'
import { Identity } from './Identity.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'

/** The account screen: at /settings, and as the first tab of the profile dialog. */
export function AccountContent({ children }: { children?: ReactNode }) {
  const { data: user, error, isFetching, refetch } = useUser()

  useEffect(() => {
    // Whose session has ended is led to sign-in, and nothing failed.
    if (!error || error.status === 401) return
    // One toast, although the page and the dialog above it may both ask.
    toast.error('Getting User Info Failed!', { id: 'user-info', description: error.msg })
  }, [error])

  if (user) {
    return (
      <div className="grid grid-cols-1 gap-4">
        <Identity user={user} />
        <AccountData user={user} />
        <NotificationsCard user={user} />
        {children}
      </div>
    )
  }
  if (!error) return <AccountSkeleton />
  return (
    <ErrorState
      title={`An Unexpected error occured: ${error.msg}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}
