import { may, projectRoleOf } from '@plinth/contract/permissions'
import type { ProjectUser } from '@plinth/contract/project-users'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orgUserQuery } from '../../lib/org-user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { SettingsProps } from './General.tsx'
import { projectRolesQuery } from './queries.ts'
import { StoreAccess } from './StoreAccess.tsx'

type AccessDialogProps = Pick<SettingsProps, 'org' | 'project'> & {
  member: ProjectUser
  onClose: () => void
}

/** What a member can reach in the project, and through what. */
export function AccessDialog({ org, project, member, onClose }: AccessDialogProps) {
  return (
    <Dialog
      title="Access Management"
      description={`What ${member.name} (${member.userid}) can reach in ${project.projectname}.`}
      open
      onOpenChange={onClose}
    >
      <div className="grid gap-5">
        <Part title="Through the project">
          <ProjectAccess orgid={org.orgid} member={member} />
        </Part>
        <Part title="Through the organization">
          {may(org.role, 'org.users.read') ? (
            <OrgAccess orgid={org.orgid} member={member} />
          ) : (
            <Sentence>
              Owners and Admins of the organization reach every project. Whether {member.name} is one of them, they can
              tell you.
            </Sentence>
          )}
        </Part>
        <Part title="Filestores">
          <StoreAccess orgid={org.orgid} projectid={project.projectid} member={member} />
        </Part>
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </section>
  )
}

const Sentence = ({ children }: { children: ReactNode }) => (
  <p className="wrap-anywhere text-muted text-sm">{children}</p>
)

type PersonProps = { orgid: string; member: ProjectUser }

function ProjectAccess({ orgid, member }: PersonProps) {
  const { data: roles, error, isFetching, refetch } = useQuery(projectRolesQuery(orgid))
  if (roles) return <Roles of={roles.filter(({ role }) => member.role.some(one => one === role))} />
  if (!error) return <Skeleton className="h-14 w-full" />
  return (
    <ErrorState
      title="Fetching project roles failed!"
      message={error.msg}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

function OrgAccess({ orgid, member }: PersonProps) {
  const { data, error, isFetching, refetch } = useQuery(orgUserQuery(orgid, member.userid))
  if (error && !data) {
    return (
      <ErrorState
        title="Getting User Info Failed!"
        message={error.msg}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <Skeleton className="h-5 w-full" />
  const given = data.role.flatMap(role => {
    const inProject = projectRoleOf[role]
    return inProject ? [{ role, info: `Is ${inProject} in every project of the organization.` }] : []
  })
  if (given.length > 0) return <Roles of={given} />
  return <Sentence>{member.name} is neither Owner nor Admin of it, so nothing is added.</Sentence>
}

function Roles({ of: roles }: { of: readonly { role: string; info: string }[] }) {
  return (
    <dl className="divide-y rounded-lg border">
      {roles.map(({ role, info }) => (
        <div key={role} className="flex gap-3 px-3 py-2 text-sm">
          <dt className="w-16 shrink-0 font-medium">{role}</dt>
          <dd className="text-muted">{info}</dd>
        </div>
      ))}
    </dl>
  )
}
