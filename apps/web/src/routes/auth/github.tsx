import { createFileRoute } from '@tanstack/react-router'
import { SigninButton } from '../../features/session/SigninButton.tsx'
import { Homecoming } from '../../features/sso/Homecoming.tsx'
import { homecomingSearch } from '../../features/sso/homecoming-search.ts'

export const Route = createFileRoute('/auth/github')({
  staticData: { title: 'Sign in with GitHub' },
  validateSearch: homecomingSearch,
  component: () => <Homecoming provider="github" search={Route.useSearch()} wayOn={<SigninButton />} />,
})
