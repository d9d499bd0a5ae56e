import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { profileSearch } from '../features/account/profile-tabs.ts'
import { ConflictLayer } from '../features/filestore/ConflictLayer.tsx'
import { receivedInvitesQuery } from '../features/received-invites/queries.ts'
import { UploadLayer } from '../features/uploads/UploadLayer.tsx'
import { getCredentials } from '../lib/credentials.ts'
import { needsSignin } from '../lib/guards.ts'
import { orgsQuery } from '../lib/orgs.ts'
import { queryClient } from '../lib/query.ts'
import { userQuery } from '../lib/user.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { Frame } from './_signedin/-frame.tsx'

export const Route = createFileRoute('/_signedin')({
  validateSearch: profileSearch,
  beforeLoad: needsSignin,
  loader: () => {
    void queryClient.prefetchQuery(orgsQuery)
    void queryClient.prefetchQuery(userQuery)
    void queryClient.prefetchQuery(receivedInvitesQuery)
  },
  component: SignedIn,
})

function SignedIn() {
  const { dialog } = Route.useSearch()
  useEffect(() => forgetWhenSignedOut, [])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider delayDuration={0}>
        <Frame dialog={dialog} />
        <UploadLayer />
        <ConflictLayer />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

function forgetWhenSignedOut(): void {
  if (!getCredentials()) queryClient.clear()
}
