import { createFileRoute } from '@tanstack/react-router'
import { ResetPassword } from '../../features/recovery/ResetPassword.tsx'
import { tokenSearch } from '../../lib/signin-search.ts'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: 'Reset password' },
  validateSearch: tokenSearch,
  component: ResetPasswordScreen,
})

function ResetPasswordScreen() {
  const { token } = Route.useSearch()
  return <ResetPassword key={token} token={token} />
}
