import { createFileRoute } from '@tanstack/react-router'
import { SigninButton } from '../../features/session/SigninButton.tsx'
import { Homecoming } from '../../features/sso/Homecoming.tsx'
import { homecomingSearch } from '../../features/sso/homecoming-search.ts'

export const Route = createFileRoute('/auth/google')({
  staticData: { title: 'Sign in with Google' },
  validateSearch: homecomingSearch,
  component: () => <Homecoming provider="google" search={Route.useSearch()} wayOn={<SigninButton />} />,
})
