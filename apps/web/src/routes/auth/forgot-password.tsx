import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../../features/recovery/ForgotPassword.tsx'
import { signinSearch } from '../../lib/signin-search.ts'

// Not behind the guard of the sign-in screens: whoever is signed in and no longer knows the password needs it too.
export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'Forgot password' },
  validateSearch: signinSearch,
  component: ForgotPasswordScreen,
})

function ForgotPasswordScreen() {
  return <ForgotPassword search={Route.useSearch()} />
}
