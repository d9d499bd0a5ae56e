import type { Project } from '@plinth/contract/projects'
import type { ProjectSort } from '../../lib/projects.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import type { CursorPaginationProps } from '../../ui/CursorPagination.tsx'
import { type PagedColumn, PagedTable } from '../../ui/PagedTable.tsx'
import { Time } from '../../ui/Time.tsx'
import { OwnRole } from './OwnRole.tsx'
import { ProjectLink } from './ProjectLink.tsx'
import type { ShownProjects } from './shown-projects.ts'

type ProjectTableProps = ShownProjects & {
  pagination: Omit<CursorPaginationProps, 'label'>
  /** Undefined while a search decides the order. */
  sort: ProjectSort | undefined
  onSort: (sort: ProjectSort) => void
}

export function ProjectTable({ orgid, projects, stale, pagination, sort, onSort }: ProjectTableProps) {
  return (
    <PagedTable
      label="Projects"
      columns={columns(orgid, sort, onSort)}
      rows={projects}
      getRowId={project => project.projectid}
      empty={null}
      stale={stale}
      pagination={pagination}
    />
  )
}

function columns(
  orgid: string,
  sort: ProjectSort | undefined,
  onSort: (sort: ProjectSort) => void,
): PagedColumn<Project>[] {
  const by = (field: 'name' | 'createdat') =>
    sort && {
      sort: {
        order: sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none',
        onToggle: () => onSort(sort === field ? `-${field}` : field),
      } as const,
    }
  return [
    { id: 'name', header: 'Name', width: 32, ...by('name'), cell: project => <Named {...{ orgid, project }} /> },
    {
      id: 'description',
      header: 'Description',
      width: 28,
      roomy: true,
      cell: ({ meta }) =>
        meta.description ? (
          <span title={meta.description} className="line-clamp-2 whitespace-normal text-muted">
            {meta.description}
          </span>
        ) : null,
    },
    { id: 'role', header: 'Your role', width: 12, cell: ({ role }) => <OwnRole role={role} /> },
    { id: 'members', header: 'Members', width: 10, cell: ({ membercount }) => membercount.toLocaleString('en') },
    {
      id: 'created',
      header: 'Created',
      width: 18,
      ...by('createdat'),
      cell: ({ createdat }) => <Time at={createdat} />,
    },
  ]
}

function Named({ orgid, project: { projectid, projectname } }: { orgid: string; project: Project }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5">
      <Avatar name={projectname} shape="square" uppercase />
      <span className="grid min-w-0">
        <ProjectLink {...{ orgid, projectid }} className="truncate font-medium hover:underline">
          {projectname}
        </ProjectLink>
        <span className="truncate font-mono font-normal text-faint text-xs">{projectid}</span>
      </span>
    </span>
  )
}
