import { createFileRoute } from '@tanstack/react-router'
import { identitiesQuery, passkeysQuery, sessionsQuery } from '../../../features/security/queries.ts'
import { SecurityContent } from '../../../features/security/SecurityContent.tsx'
import { queryClient } from '../../../lib/query.ts'
import { loadProviders } from '../../../lib/sso-providers.ts'

export const Route = createFileRoute('/_signedin/settings/security')({
  staticData: { title: 'Security' },
  loader: () => {
    void queryClient.prefetchQuery(identitiesQuery)
    void queryClient.prefetchQuery(passkeysQuery)
    void queryClient.prefetchQuery(sessionsQuery)
    void loadProviders()
  },
  component: SecurityContent,
})
