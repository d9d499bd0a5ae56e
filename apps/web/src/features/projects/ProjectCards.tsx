import type { Project } from '@plinth/contract/projects'
import { Users } from 'lucide-react'
import { CursorPagination, type CursorPaginationProps } from '../../ui/CursorPagination.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import { OwnRole } from './OwnRole.tsx'
import { ProjectAvatar, ProjectLink } from './ProjectLink.tsx'
import type { ShownProjects } from './shown-projects.ts'

type ProjectCardsProps = ShownProjects & { pagination: Omit<CursorPaginationProps, 'label'> }

const card = 'grid h-38 grid-cols-1 grid-rows-[auto_1fr_auto] gap-2 rounded-lg border bg-surface p-4'

export function ProjectCards({ orgid, projects, stale, pagination }: ProjectCardsProps) {
  return (
    <div className="grid gap-4">
      <ul
        aria-label="Projects"
        aria-busy={!projects || stale}
        className={cx('grid gap-3 sm:grid-cols-2 xl:grid-cols-3', stale && 'opacity-60')}
      >
        {projects ? (
          projects.map(project => <ProjectCard key={project.projectid} {...{ orgid, project }} />)
        ) : (
          <Waiting />
        )}
      </ul>
      {pagination.page > 0 || pagination.hasNext ? (
        <CursorPagination label="Pages of projects" unit="projects" {...pagination} />
      ) : null}
    </div>
  )
}

/** The name is the link; all of the card can be pressed. */
function ProjectCard({ orgid, project }: { orgid: string; project: Project }) {
  const { projectid, projectname, meta, role, membercount, createdat } = project
  return (
    <li className={cx(card, 'relative hover:border-border-strong')}>
      <div className="flex min-w-0 items-center gap-3">
        <ProjectAvatar name={projectname} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-medium">
            <ProjectLink {...{ orgid, projectid }} className="after:absolute after:inset-0 after:rounded-lg">
              {projectname}
            </ProjectLink>
          </h2>
          <p className="truncate font-mono text-faint text-xs">{projectid}</p>
        </div>
        <OwnRole role={role} />
      </div>
      <p className="wrap-anywhere line-clamp-2 text-muted text-sm">{meta.description}</p>
      <p className="flex items-center gap-2 whitespace-nowrap text-faint text-xs">
        <Members count={membercount} />
        <span className="ml-auto truncate">
          Created <Time at={createdat} />
        </span>
      </p>
    </li>
  )
}

function Members({ count }: { count: number }) {
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Users aria-hidden className="size-3.5" />
      {count === 1 ? '1 member' : `${count.toLocaleString('en')} members`}
    </span>
  )
}

function Waiting() {
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map(place => (
    <li key={place} className={card}>
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 shrink-0" />
        <div className="grid flex-1 gap-1.5">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      </div>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-3 w-full" />
    </li>
  ))
}
