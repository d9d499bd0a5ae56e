import { createFileRoute, redirect } from '@tanstack/react-router'
import { onlySignedOut } from '../../lib/guards.ts'
import { signinSearch } from '../../lib/signin-search.ts'

export const Route = createFileRoute('/auth/')({
  validateSearch: signinSearch,
  beforeLoad: ({ search }) => {
    onlySignedOut({ search })
    throw redirect({ to: '/auth/signin', search, replace: true })
  },
})
