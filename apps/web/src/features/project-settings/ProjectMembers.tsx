import { may } from '@plinth/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberList } from '../../ui/MemberList.tsx'
import { usePagedSearch } from '../../ui/paged-search.ts'
import { AddMember } from './AddMember.tsx'
import type { SettingsProps } from './General.tsx'
import { type ProjectMemberAsked, ProjectMemberDialog } from './ProjectMemberDialog.tsx'
import { projectMemberColumns } from './project-member-columns.tsx'
import { projectMembersQuery } from './queries.ts'

const searchDelayMs = 500

export function ProjectMembers(props: SettingsProps) {
  const place = { orgid: props.org.orgid, projectid: props.project.projectid }
  const [asked, setAsked] = useState<ProjectMemberAsked>()
  // A call that ends late closes its own dialog, not the next one.
  const close = () => setAsked(now => (now === asked ? undefined : now))
  const search = usePagedSearch(searchDelayMs)
  const list = useQuery(projectMembersQuery({ ...place, ...search.asked }))

  return (
    <section aria-label="Members" className="grid gap-4">
      {may(props.project.role, 'project.users.manage') ? <AddMember {...place} own={props.project.role} /> : null}
      <MemberList
        search={search}
        placeholder="Name or user id"
        columns={projectMemberColumns({ ...props, onAsk: setAsked })}
        list={list}
        failed="Failed to fetch the project user list"
      />
      {asked ? <ProjectMemberDialog {...props} asked={asked} onClose={close} /> : null}
    </section>
  )
}
