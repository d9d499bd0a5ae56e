import { createFileRoute } from '@tanstack/react-router'
import { onlySignedOut } from '../../lib/guards.ts'
import { signinSearch } from '../../lib/signin-search.ts'

export const Route = createFileRoute('/auth/_signedout')({
  validateSearch: signinSearch,
  beforeLoad: onlySignedOut,
})
