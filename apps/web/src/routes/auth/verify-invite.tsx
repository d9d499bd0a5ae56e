import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { VerifyInvite } from '../../features/received-invites/VerifyInvite.tsx'
import { leave } from '../../features/session/logout.ts'
import { useCredentials } from '../../lib/credentials.ts'
import { startEvents } from '../../lib/events.ts'
import { queryClient } from '../../lib/query.ts'
import { tokenSearch } from '../../lib/signin-search.ts'

// Not behind a guard: whether the link still works is told before anybody has to sign in.
export const Route = createFileRoute('/auth/verify-invite')({
  staticData: { title: 'Invitation' },
  validateSearch: tokenSearch,
  component: VerifyInviteScreen,
})

function VerifyInviteScreen() {
  const { token } = Route.useSearch()
  const accesstoken = useCredentials()?.accesstoken
  useEffect(() => (accesstoken ? startEvents(accesstoken) : undefined), [accesstoken])
  return (
    <QueryClientProvider client={queryClient}>
      <VerifyInvite key={token} token={token} onLogout={leave} />
    </QueryClientProvider>
  )
}
