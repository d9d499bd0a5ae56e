import type { SigninSearch } from '../../lib/signin-search.ts'

export function InviteNote({ search }: { search: SigninSearch }) {
  const { 'invite-token': invite, orgname } = search
  if (!invite) return null
  return (
    <p className="wrap-anywhere rounded-md bg-accent-soft px-3 py-2 text-sm">
      Sign in or sign up to answer the invitation{orgname ? ` to ${orgname.slice(0, 50)}` : ''}.
    </p>
  )
}
