import type { InputOf } from '@plinth/contract/call'
import type { createProject } from '@plinth/contract/projects'
import { projectUsersQuery } from '../../lib/project-users.ts'
import { projectKey, projectQuery, projectUsersKey, refreshProjects } from '../../lib/projects.ts'
import { queryClient } from '../../lib/query.ts'
import { PAGE_SIZE } from '../../ui/constants.ts'

/** The new one is there at once, so its page can open; what the server knows of it, its members among that, follows. */
export function addCreatedProject({ orgid, projectid, projectname, meta }: InputOf<typeof createProject>): void {
  queryClient.setQueryData(projectQuery(orgid, projectid).queryKey, {
    projectid,
    projectname,
    meta,
    role: ['owner'],
    membercount: 1,
    createdat: Date.now(),
  })
  void queryClient.invalidateQueries({ queryKey: projectKey(orgid, projectid) })
  void refreshProjects(orgid)
  void queryClient.invalidateQueries({ queryKey: projectUsersKey(orgid, projectid) })
  void queryClient.prefetchQuery(projectUsersQuery({ orgid, projectid, limit: PAGE_SIZE }))
}
