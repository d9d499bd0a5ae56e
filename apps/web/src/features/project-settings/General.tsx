import type { Org } from '@plinth/contract/orgs'
import { may, projectRoleOf } from '@plinth/contract/permissions'
import type { Project } from '@plinth/contract/projects'
import { AdminsCard } from './AdminsCard.tsx'
import { DeleteProjectCard } from './DeleteProjectCard.tsx'
import { DescriptionForm } from './DescriptionForm.tsx'
import { LeaveCard } from './LeaveCard.tsx'
import { NameForm } from './NameForm.tsx'
import { ProjectIdCard } from './ProjectIdCard.tsx'

/** What every part of the settings is told. */
export interface SettingsProps {
  org: Org
  project: Project
  /** The user's own id. */
  own: string
}

export function General({ org, project, own }: SettingsProps) {
  const { orgid } = org
  const { projectid, projectname, meta, role } = project
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <NameForm {...{ orgid, projectid, projectname }} readOnly={!may(role, 'project.rename')} />
      <ProjectIdCard projectid={projectid} />
      <DescriptionForm
        {...{ orgid, projectid }}
        description={meta.description ?? ''}
        readOnly={!may(role, 'project.edit')}
      />
      <AdminsCard {...{ orgid, project, own }} manages={may(role, 'project.users.manage')} />
      <LeaveCard {...{ orgid, own, project }} seesAll={org.role.some(one => projectRoleOf[one])} />
      {may(role, 'project.delete') ? <DeleteProjectCard {...{ orgid, project }} /> : null}
    </div>
  )
}
