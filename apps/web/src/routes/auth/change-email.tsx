import { createFileRoute } from '@tanstack/react-router'
import { ChangeEmail } from '../../features/recovery/ChangeEmail.tsx'
import { leave } from '../../features/session/logout.ts'
import { signinFirst } from '../../lib/guards.ts'
import { tokenSearch } from '../../lib/signin-search.ts'

export const Route = createFileRoute('/auth/change-email')({
  staticData: { title: 'Change e-mail' },
  validateSearch: tokenSearch,
  beforeLoad: ({ search }) => signinFirst({ 'email-token': search.token, userid: search.userid }),
  component: ChangeEmailScreen,
})

function ChangeEmailScreen() {
  const { token, userid } = Route.useSearch()
  return <ChangeEmail key={token} token={token} userid={userid} onLogout={leave} />
}
