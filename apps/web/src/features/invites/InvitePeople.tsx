import type { Org } from '@plinth/contract/orgs'
import type { OrgRole } from '@plinth/contract/permissions'
import { useState } from 'react'
import { useUser } from '../../lib/user.ts'
import { Notice } from '../../ui/Notice.tsx'
import { InviteByEmail } from './InviteByEmail.tsx'
import { InviteUsers } from './InviteUsers.tsx'
import { RoleSelect } from './RoleSelect.tsx'

/** Both ways to invite somebody: by their account, or by an e-mail address. */
export function InvitePeople({ org: { orgid, role: own } }: { org: Pick<Org, 'orgid' | 'role'> }) {
  const [role, setRole] = useState<OrgRole>('Member')
  const { data: user } = useUser()
  return (
    <div className="grid gap-6">
      {user && !user.emailverified ? (
        <Notice tone="warning" title="Verify your e-mail address first">
          Open the link that we sent to <strong className="font-medium">{user.email}</strong>; then you can invite
          others. Resend, at the top of the page, sends the link again.
        </Notice>
      ) : null}
      <RoleSelect own={own} value={role} onChange={setRole} />
      <InviteUsers key={`users ${orgid}`} orgid={orgid} role={role} />
      <InviteByEmail key={`e-mail ${orgid}`} orgid={orgid} role={role} />
    </div>
  )
}
