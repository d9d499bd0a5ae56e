import { useId } from 'react'
import { InviteList } from './InviteList.tsx'
import { useReceivedInvites } from './queries.ts'

type PendingInvitesProps = {
  heading: 'h2' | 'h3'
  /** Leaves it out altogether while there is nothing to answer. */
  quiet?: boolean
}

export function PendingInvites({ heading: Heading, quiet = false }: PendingInvitesProps) {
  const id = useId()
  const { data: invites } = useReceivedInvites()
  if (quiet && !invites?.length) return null
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <Heading id={id} className="font-semibold text-base">
        Pending Invites
      </Heading>
      <div className="rounded-lg border bg-surface">
        <InviteList
          label="Pending Invites"
          empty={<p className="px-4 py-6 text-center text-muted text-sm">No pending invites</p>}
        />
      </div>
    </section>
  )
}
