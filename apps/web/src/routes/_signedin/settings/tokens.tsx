import { createFileRoute } from '@tanstack/react-router'
import { accessTokensQuery } from '../../../features/security/queries.ts'
import { TokensContent } from '../../../features/security/TokensContent.tsx'
import { queryClient } from '../../../lib/query.ts'

export const Route = createFileRoute('/_signedin/settings/tokens')({
  staticData: { title: 'Access tokens' },
  loader: () => void queryClient.prefetchQuery(accessTokensQuery),
  component: TokensContent,
})
