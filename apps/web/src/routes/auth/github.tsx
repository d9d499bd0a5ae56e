import { createFileRoute } from '@tanstack/react-router'
import { SigninButton } from '../../features/session/SigninButton.tsx'
import { Homecoming, homecomingSearch } from '../../features/sso/Homecoming.tsx'

export const Route = createFileRoute('/auth/github')({
  staticData: { title: 'Sign in with GitHub' },
  validateSearch: homecomingSearch,
  component: () => <Homecoming provider="github" search={Route.useSearch()} wayOn={<SigninButton />} />,
})
