import { createFileRoute } from '@tanstack/react-router'
import { passkeysQuery, sessionsQuery } from '../../../features/security/queries.ts'
import { SecurityContent } from '../../../features/security/SecurityContent.tsx'
import { queryClient } from '../../../lib/query.ts'

export const Route = createFileRoute('/_signedin/settings/security')({
  staticData: { title: 'Security' },
  loader: () => {
    void queryClient.prefetchQuery(passkeysQuery)
    void queryClient.prefetchQuery(sessionsQuery)
  },
  component: SecurityContent,
})
