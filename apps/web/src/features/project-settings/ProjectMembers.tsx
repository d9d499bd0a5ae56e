import { may } from '@plinth/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { MemberList } from '../../ui/MemberList.tsx'
import { usePagedSearch } from '../../ui/paged-search.ts'
import { AddMember } from './AddMember.tsx'
import type { SettingsProps } from './General.tsx'
import { projectMemberColumns } from './project-member-columns.tsx'
import { projectMembersQuery } from './queries.ts'

const searchDelayMs = 500

export function ProjectMembers(props: SettingsProps) {
  const place = { orgid: props.org.orgid, projectid: props.project.projectid }
  const search = usePagedSearch(searchDelayMs)
  const list = useQuery(projectMembersQuery({ ...place, ...search.asked }))

  return (
    <section aria-label="Members" className="grid gap-4">
      {may(props.project.role, 'project.users.manage') ? <AddMember {...place} own={props.project.role} /> : null}
      <MemberList
        search={search}
        placeholder="Name or user id"
        columns={projectMemberColumns(props)}
        list={list}
        failed="Failed to fetch the project user list"
      />
    </section>
  )
}
