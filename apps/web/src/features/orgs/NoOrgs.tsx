import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CreateOrgDialog } from './CreateOrgDialog.tsx'

type NoOrgsProps = {
  /** Those that wait for an answer, if there are any. */
  invites: ReactNode
  /** Those that can be brought back, if there are any. */
  deleted: ReactNode
}

/** What somebody new finds: a first step. */
export function NoOrgs({ invites, deleted }: NoOrgsProps) {
  return (
    <div className="mx-auto max-w-lg py-10">
      <h1 className="mb-5 text-center font-semibold text-xl">Welcome to Plinth</h1>
      {invites}
      <EmptyState
        icon={<Building2 />}
        action={<CreateOrgDialog trigger={<Button variant="primary">Create a new Org</Button>} />}
      >
        You do not belong to an organization yet. Create one for your team, or ask somebody to invite you to theirs.
      </EmptyState>
      {deleted}
    </div>
  )
}
