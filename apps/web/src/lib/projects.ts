import type { RequestOf } from '@plinth/contract/call'
import { listProjects, type Project, projectInfo, type projectSorts } from '@plinth/contract/projects'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { onEvent } from './events.ts'
import { addToQuery, answer, queryClient } from './query.ts'

export type ProjectSort = (typeof projectSorts)[number]

const infosKey = (orgid: string) => ['project', orgid]
export const projectKey = (orgid: string, projectid: string) => [...infosKey(orgid), projectid]
const projectsKey = (orgid: string) => ['projects', orgid]
export const projectUsersKey = (orgid: string, projectid: string) => ['project-users', orgid, projectid]
export const projectOverviewKey = (orgid: string, projectid: string) => ['project-overview', orgid, projectid]
export const projectActivityKey = (orgid: string, projectid: string) => ['project-activity', orgid, projectid]

/** One project with the user's roles in it: the frame and its screens show by it. */
export const projectQuery = (orgid: string, projectid: string) =>
  queryOptions({
    queryKey: projectKey(orgid, projectid),
    queryFn: ({ signal }) => answer(projectInfo, { orgid, projectid }, signal),
  })

export const useProject = (orgid: string, projectid: string) => useQuery(projectQuery(orgid, projectid))

interface ProjectsPage {
  search?: string | undefined
  sort?: ProjectSort
  limit?: number
  cursor?: string | undefined
}

/** One page of those that the user can see. The page before stands in while the next one is on its way. */
export function projectsQuery(orgid: string, { search, cursor, ...page }: ProjectsPage = {}) {
  const request: RequestOf<typeof listProjects> = {
    orgid,
    ...page,
    ...(search ? { search } : {}),
    ...(cursor ? { cursor } : {}),
  }
  return queryOptions({
    queryKey: [...projectsKey(orgid), 'page', request],
    queryFn: ({ signal }) => answer(listProjects, request, signal),
    placeholderData: keepPreviousData,
  })
}

export const refreshProjects = (orgid: string) => queryClient.invalidateQueries({ queryKey: projectsKey(orgid) })

const refreshProject = (orgid: string, projectid: string) =>
  queryClient.invalidateQueries({ queryKey: projectKey(orgid, projectid) })

/** Shows a change of the name or of the meta before the server is asked again. */
export function changeProjectHere(orgid: string, projectid: string, change: Partial<Project>): void {
  const changed = (project: Project) => (project.projectid === projectid ? { ...project, ...change } : project)
  addToQuery(projectKey(orgid, projectid), changed)
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: [...projectsKey(orgid), 'page'] })) {
    addToQuery<{ projects: Project[] }>(queryKey, page => ({ ...page, projects: page.projects.map(changed) }))
  }
}

/** Those that the user gave up on purpose, as `orgid/projectid`: nobody has to be told that they are gone. */
export const givenUpProjects = new Set<string>()

onEvent('projects.changed', ({ orgid = '' }) => {
  void refreshProjects(orgid)
  void queryClient.invalidateQueries({ queryKey: infosKey(orgid) })
})

// What one is in the organisation decides what one sees of its projects, and may do in them.
onEvent('orgs.changed', () => {
  const kinds = ['projects', 'project', 'deleted-projects', 'filestores']
  for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: [kind] })
})

onEvent('project.changed', ({ orgid = '', projectid = '', what }) => {
  const refresh = (queryKey: string[]) => void queryClient.invalidateQueries({ queryKey })
  // Whatever changes is written down as activity.
  refresh(projectOverviewKey(orgid, projectid))
  refresh(projectActivityKey(orgid, projectid))
  if (what === 'activity') return
  // The roles of the user and the number of members are part of both.
  void refreshProject(orgid, projectid)
  void refreshProjects(orgid)
  if (what === 'users') refresh(projectUsersKey(orgid, projectid))
})
