import type { OrgUser } from '@plinth/contract/org-users'
import { EllipsisVertical, Info, UserCog, UserMinus } from 'lucide-react'
import { queryClient } from '../../lib/query.ts'
import { Button } from '../../ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../ui/DropdownMenu.tsx'
import type { MemberAsked } from './MemberDialog.tsx'
import { rolesQuery } from './queries.ts'

type MemberMenuProps = { member: OrgUser; onAsk: (asked: MemberAsked) => void }

export function MemberMenu({ member, onAsk }: MemberMenuProps) {
  const ask = (what: MemberAsked['what']) => () => onAsk({ what, member })
  return (
    <DropdownMenu
      onOpenChange={isOpen => isOpen && void queryClient.prefetchQuery(rolesQuery)}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${member.name}`}>
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={<Info aria-hidden />} onSelect={ask('info')}>
        User info
      </MenuItem>
      <MenuItem icon={<UserCog aria-hidden />} onSelect={ask('role')}>
        Change Role
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<UserMinus aria-hidden />} onSelect={ask('remove')}>
        Remove from organization
      </MenuItem>
    </DropdownMenu>
  )
}
