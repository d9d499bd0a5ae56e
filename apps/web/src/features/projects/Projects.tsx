import type { Org } from '@plinth/contract/orgs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useCursorPagesOfStep } from '../../lib/cursor-pages.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { type ProjectSort, projectsQuery } from '../../lib/projects.ts'
import { useStepState } from '../../lib/step-state.ts'
import { PAGE_SIZE } from '../../ui/constants.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toast.ts'
import { NoProjects } from './NoProjects.tsx'
import { ProjectCards } from './ProjectCards.tsx'
import { ProjectTable } from './ProjectTable.tsx'
import { ProjectTools } from './ProjectTools.tsx'
import { useProjectsView } from './projects-view.ts'

const searchDelayMs = 400
const failed = 'Failed to fetch project list'

/** `create` is the button for it, absent for those who may not. */
export function Projects({ org, create }: { org: Org; create: ReactNode }) {
  const { orgid } = org
  const [view, setView] = useProjectsView()
  // Whoever opens a project and goes back is where they were.
  const [typed, setTyped] = useStepState(`projects-search:${orgid}`, '')
  const [sort, setSort] = useStepState<ProjectSort>(`projects-sort:${orgid}`, 'name')
  const [sizes, setSizes] = useStepState(`projects-sizes:${orgid}`, { cards: 50, table: PAGE_SIZE })
  const limit = sizes[view]
  const search = useDebounced(typed.trim(), searchDelayMs)
  const pages = useCursorPagesOfStep(`projects-page:${orgid}`, `${search}|${sort}|${limit}`)
  const { page, cursor, previous } = pages
  const list = useQuery(projectsQuery(orgid, { search, sort, limit, cursor }))
  const { error, isPlaceholderData } = list
  // That another search found nothing says nothing about this one.
  const data = isPlaceholderData && list.data?.projects.length === 0 ? undefined : list.data
  // Whose session has ended is led to sign-in, and nothing failed.
  useFailureToast(error?.status === 401 ? undefined : error?.msg)

  const emptied = data?.projects.length === 0 && page > 0
  // Whoever deletes the last one of the last page must not be left on an empty one.
  useEffect(() => {
    if (emptied) previous()
  }, [emptied, previous])

  // A search has an order of its own.
  const ordered = search ? undefined : sort
  const nothing = data?.projects.length === 0 && page === 0
  const shown = {
    orgid,
    projects: data?.projects,
    stale: isPlaceholderData,
    pagination: {
      page,
      hasNext: Boolean(data?.cursor),
      onPrevious: previous,
      onNext: () => data?.cursor && pages.next(data.cursor),
      size: limit,
      onSizeChange: (size: number) => setSizes({ ...sizes, [view]: size }),
    },
  }
  return (
    <section aria-label="Projects" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-xl">Projects</h1>
        {nothing && !search ? null : create}
      </div>
      {nothing && !search ? null : (
        <ProjectTools {...{ typed, view }} sort={ordered} onType={setTyped} onSort={setSort} onView={setView} />
      )}
      {error && !data ? (
        <div className="rounded-lg border bg-surface">
          <ErrorState
            title={failed}
            message={error.msg}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : nothing ? (
        <NoProjects org={org} search={search} create={create} onClear={() => setTyped('')} />
      ) : view === 'cards' ? (
        <ProjectCards {...shown} />
      ) : (
        <ProjectTable {...shown} sort={ordered} onSort={setSort} />
      )}
    </section>
  )
}

/** Also while an earlier list still stands there: then it is all that tells. */
function useFailureToast(msg: string | undefined): void {
  useEffect(() => {
    if (msg) toast.error(failed, { description: msg, id: failed })
  }, [msg])
}
