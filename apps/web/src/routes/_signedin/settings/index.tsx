import { createFileRoute } from '@tanstack/react-router'
import { AccountContent } from '../../../features/account/AccountContent.tsx'

export const Route = createFileRoute('/_signedin/settings/')({
  staticData: { title: 'Profile' },
  component: () => <AccountContent />,
})
