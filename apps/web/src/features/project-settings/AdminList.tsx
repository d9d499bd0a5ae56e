import type { ProjectUser } from '@plinth/contract/project-users'
import type { Project } from '@plinth/contract/projects'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Person } from '../../ui/Person.tsx'
import { RoleBadges } from '../../ui/RoleBadges.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useRemoveAdmin } from './queries.ts'
import { Removal } from './Removal.tsx'
import { memberRefused } from './role-reasons.ts'

type AdminListProps = { orgid: string; project: Project; own: string; manages: boolean; admins: readonly ProjectUser[] }

export function AdminList({ orgid, project, own, manages, admins }: AdminListProps) {
  const [leaving, setLeaving] = useState<ProjectUser>()
  const onClose = () => setLeaving(undefined)
  const remove = useRemoveAdmin(onClose)
  const { projectid } = project
  return (
    <>
      <ul aria-label="Project Admins" className="divide-y rounded-lg border">
        {admins.map(admin => (
          <li key={admin.userid} className="flex items-center gap-3 px-3 py-1">
            <span className="min-w-0 flex-1">
              <Person
                id={admin.userid}
                name={admin.name}
                marks={admin.userid === own ? <Badge tone="success">you</Badge> : null}
              >
                <span className="font-mono">{admin.userid}</span>
              </Person>
            </span>
            <RoleBadges roles={admin.role} />
            {manages && admin.userid !== own ? (
              <RemoveButton
                name={admin.name}
                refused={memberRefused(project.role, admin.role)}
                onClick={() => setLeaving(admin)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {leaving ? (
        <Removal
          {...{ project, onClose }}
          member={leaving}
          confirmLabel="Remove"
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ orgid, projectid, userid: leaving.userid })}
        />
      ) : null}
    </>
  )
}

type RemoveButtonProps = { name: string; refused: string | undefined; onClick: () => void }

function RemoveButton({ name, refused, onClick }: RemoveButtonProps) {
  const label = `Remove ${name} from the project`
  return (
    <Tooltip content={refused ?? 'Remove from the project'}>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={label}
        aria-description={refused}
        aria-disabled={refused !== undefined}
        onClick={onClick}
      >
        <X aria-hidden />
      </Button>
    </Tooltip>
  )
}
