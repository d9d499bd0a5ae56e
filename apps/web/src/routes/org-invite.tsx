import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OrgInvite } from '../features/received-invites/OrgInvite.tsx'
import { receivedInvitesQuery } from '../features/received-invites/queries.ts'
import { HomeLink } from '../features/shell/HomeLink.tsx'
import { useCredentials } from '../lib/credentials.ts'
import { startEvents } from '../lib/events.ts'
import { needsSignin } from '../lib/guards.ts'
import { queryClient } from '../lib/query.ts'
import { Toaster } from '../ui/Toaster.tsx'

export const Route = createFileRoute('/org-invite')({
  staticData: { title: 'Invitation' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' && id !== '' ? { id } : {},
  beforeLoad: needsSignin,
  loader: () => void queryClient.prefetchQuery(receivedInvitesQuery),
  component: OrgInviteScreen,
})

function OrgInviteScreen() {
  const { id } = Route.useSearch()
  const accesstoken = useCredentials()?.accesstoken
  useEffect(() => (accesstoken ? startEvents(accesstoken) : undefined), [accesstoken])
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col">
        <header className="flex h-13 items-center border-b bg-surface px-4">
          <HomeLink word />
        </header>
        <main className="mx-auto grid w-full max-w-md flex-1 content-center p-4">
          <OrgInvite id={id} />
        </main>
      </div>
      <Toaster />
    </QueryClientProvider>
  )
}
