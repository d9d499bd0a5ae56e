import { listDeletedProjects, restoreProject } from '@plinth/contract/projects'
import { queryOptions } from '@tanstack/react-query'
import { onEvent } from './events.ts'
import { refreshProjects } from './projects.ts'
import { answer, queryClient } from './query.ts'

const key = (orgid: string) => ['deleted-projects', orgid]

/** The first page: who looks here has deleted one lately. */
export const deletedProjectsQuery = (orgid: string) =>
  queryOptions({
    queryKey: key(orgid),
    queryFn: async ({ signal }) => (await answer(listDeletedProjects, { orgid }, signal)).projects,
  })

export const refreshDeletedProjects = (orgid: string) => queryClient.invalidateQueries({ queryKey: key(orgid) })

/** For a mutation: also behind Undo, right after a project was deleted. */
export async function bringProjectBack(orgid: string, projectid: string): Promise<void> {
  try {
    await answer(restoreProject, { orgid, projectid })
  } finally {
    await Promise.allSettled([refreshProjects(orgid), refreshDeletedProjects(orgid)])
  }
}

onEvent('projects.changed', ({ orgid = '' }) => void refreshDeletedProjects(orgid))
