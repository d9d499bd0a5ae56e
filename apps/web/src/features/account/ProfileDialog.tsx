import type { ReactNode } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { ProfileTab } from './profile-tabs.ts'
import { Support } from './Support.tsx'

type ProfileDialogProps = {
  tab: ProfileTab
  onTabChange: (tab: ProfileTab) => void
  onClose: () => void
  profile: ReactNode
  organization: ReactNode
}

export function ProfileDialog({ tab, onTabChange, onClose, profile, organization }: ProfileDialogProps) {
  const tabs = [
    { value: 'profile', label: 'Profile', content: profile },
    { value: 'organization', label: 'Organization', content: organization },
    { value: 'support', label: 'Support', content: <Support /> },
  ]
  return (
    <Dialog title="Your account" size="lg" open onOpenChange={onClose}>
      <div className="min-h-[min(32rem,60dvh)]">
        <Tabs label="Your account" tabs={tabs} value={tab} onValueChange={value => onTabChange(value as ProfileTab)} />
      </div>
    </Dialog>
  )
}
