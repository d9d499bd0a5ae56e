import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SettingsLayout } from '../../features/account/SettingsLayout.tsx'
import { queryClient } from '../../lib/query.ts'
import { userQuery } from '../../lib/user.ts'

export const Route = createFileRoute('/_signedin/settings')({
  loader: () => void queryClient.prefetchQuery(userQuery),
  component: () => (
    <SettingsLayout>
      <Outlet />
    </SettingsLayout>
  ),
})
