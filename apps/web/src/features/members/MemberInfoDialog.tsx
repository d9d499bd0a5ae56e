import type { OrgUser } from '@plinth/contract/org-users'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orgUserQuery } from '../../lib/org-user.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RoleBadges } from '../../ui/RoleBadges.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'

type MemberInfoDialogProps = { orgid: string; member: Pick<OrgUser, 'userid' | 'name'>; onClose: () => void }

export function MemberInfoDialog({ orgid, member: { userid, name }, onClose }: MemberInfoDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(orgUserQuery(orgid, userid))
  return (
    <Dialog title={name} description="What the organization knows about this person." open onOpenChange={onClose}>
      {data ? <Facts member={data} /> : null}
      {error && !data ? (
        <ErrorState
          title="Getting User Info Failed!"
          message={error.msg}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {error || data ? null : <Skeleton className="h-48 w-full" />}
    </Dialog>
  )
}

function Facts({ member: { userid, email, role, isexternal, joinedat, lastseenat } }: { member: OrgUser }) {
  return (
    <dl className="divide-y rounded-lg border">
      <Fact name="User id">
        <span className="break-all font-mono text-xs">{userid}</span>
        <CopyButton value={userid} label="Copy the user id" />
      </Fact>
      <Fact name="E-mail">
        <span className="break-all">{email}</span>
        <CopyButton value={email} label="Copy the e-mail address" />
      </Fact>
      <Fact name="Roles">
        <RoleBadges roles={role} />
      </Fact>
      {isexternal ? <Fact name="Invited">by e-mail</Fact> : null}
      <Fact name="Joined">
        <Time at={joinedat} />
      </Fact>
      <Fact name="Last seen">{lastseenat === null ? 'never' : <Time at={lastseenat} />}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-3 px-3 py-1.5 text-sm">
      <dt className="w-20 shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">{children}</dd>
    </div>
  )
}
