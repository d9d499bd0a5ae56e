import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmail } from '../../features/recovery/VerifyEmail.tsx'
import { tokenSearch } from '../../lib/signin-search.ts'

export const Route = createFileRoute('/auth/verify-email')({
  staticData: { title: 'Verify e-mail' },
  validateSearch: tokenSearch,
  component: VerifyEmailScreen,
})

function VerifyEmailScreen() {
  const { token } = Route.useSearch()
  return <VerifyEmail key={token} token={token} />
}
