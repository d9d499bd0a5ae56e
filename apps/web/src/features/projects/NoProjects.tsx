import type { Org } from '@plinth/contract/orgs'
import { projectRoleOf } from '@plinth/contract/permissions'
import { FolderKanban, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

type NoProjectsProps = { org: Org; search: string; create: ReactNode; onClear: () => void }

export function NoProjects({ org: { orgname, role }, search, create, onClear }: NoProjectsProps) {
  const seesAll = role.some(one => projectRoleOf[one])
  return (
    <div className="rounded-lg border bg-surface">
      {search ? (
        <EmptyState icon={<SearchX />} action={<Button onClick={onClear}>Clear the search</Button>}>
          No project here matches “{search}”.
        </EmptyState>
      ) : (
        <EmptyState icon={<FolderKanban />} action={create}>
          {seesAll
            ? `There are no projects in ${orgname} yet; create the first one.`
            : `You do not belong to a project of ${orgname} yet; create one, or ask to be added to one.`}
        </EmptyState>
      )}
    </div>
  )
}
