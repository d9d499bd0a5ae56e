import { createFileRoute } from '@tanstack/react-router'
import { AuthLayout } from '../../features/session/AuthLayout.tsx'
import { HomeLink } from '../../features/shell/HomeLink.tsx'

export const Route = createFileRoute('/auth')({
  component: () => <AuthLayout logo={<HomeLink word />} />,
})
