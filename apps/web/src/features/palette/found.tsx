import { listOrgUsers } from '@plinth/contract/org-users'
import type { Org } from '@plinth/contract/orgs'
import type { Project } from '@plinth/contract/projects'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isOwner } from '../../lib/areas.ts'
import { matchingOrgs } from '../../lib/matching-orgs.ts'
import { orgUsersKey } from '../../lib/org-user.ts'
import { projectUsersQuery } from '../../lib/project-users.ts'
import { projectsQuery } from '../../lib/projects.ts'
import { answer } from '../../lib/query.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { type Entry, type EntryGroup, matching } from './entries.ts'

/** As many as one can take in. Who does not see the right one types another letter. */
export const most = 8
/** One letter begins the names of half the people. */
export const enough = 2

/** What was typed, and what of it the server has been asked for: it follows when typing pauses. */
export interface Typed {
  now: string
  asked: string
}

/** What was found for fewer letters stands in for what is on its way, as far as it still fits. */
export const stillFitting = (entries: Entry[], typed: Typed) =>
  typed.now.trim() === typed.asked ? entries : matching(entries, typed.now)

type Asked = { isFetching: boolean; isLoadingError: boolean; error: { msg: string } | null }

export const foundBy = (
  { isFetching, isLoadingError, error }: Asked,
  heading: string,
  entries: Entry[],
): EntryGroup[] => [{ heading, entries, searching: isFetching, failure: isLoadingError ? error?.msg : undefined }]

export function useOrgsFound(orgs: readonly Org[], typed: Typed): EntryGroup[] {
  const navigate = useNavigate()
  const found = matchingOrgs(orgs, typed.now).slice(0, most)
  const entries = found.map(({ orgid, orgname }) => ({
    id: `org:${orgid}`,
    label: orgname,
    note: orgid,
    icon: <Avatar name={orgname} size="sm" shape="square" uppercase />,
    act: () => void navigate({ to: '/org/$orgId', params: { orgId: orgid } }),
  }))
  return [{ heading: 'Organizations', entries }]
}

/** Of the open organisation: those that the user can see, for the server lists no others. */
export function useProjectsFound(orgid: string | undefined, typed: Typed): EntryGroup[] {
  const navigate = useNavigate()
  const query = projectsQuery(orgid ?? '', { search: typed.asked, limit: most })
  const found = useQuery({ ...query, enabled: orgid !== undefined })
  if (!orgid) return []
  const entries = (found.data?.projects ?? []).map(({ projectid, projectname }) => ({
    id: `project:${projectid}`,
    label: projectname,
    note: projectid,
    icon: <Avatar name={projectname} size="sm" shape="square" uppercase />,
    act: () =>
      void navigate({
        to: '/org/$orgId/project/$projectId/overview',
        params: { orgId: orgid, projectId: projectid },
      }),
  }))
  return foundBy(found, 'Projects', stillFitting(entries, typed))
}

const peopleQuery = (orgid: string, search: string) =>
  queryOptions({
    queryKey: [...orgUsersKey(orgid), 'palette', search],
    queryFn: async ({ signal }) => (await answer(listOrgUsers, { orgid, search, limit: most }, signal)).users,
    placeholderData: keepPreviousData,
  })

const person = ({ userid, name }: { userid: string; name: string }, kind: string, act: () => void): Entry => ({
  id: `${kind}:${userid}`,
  label: name,
  note: userid,
  icon: <Avatar name={userid} size="sm" uppercase />,
  act,
})

/** The organisation's people, for Owners: the page that lists them is theirs. */
export function usePeopleFound(org: Org | undefined, typed: Typed): EntryGroup[] {
  const navigate = useNavigate()
  const asked = org !== undefined && isOwner(org.role) && typed.asked.length >= enough
  const found = useQuery({ ...peopleQuery(org?.orgid ?? '', typed.asked), enabled: asked })
  if (!org || !asked) return []
  const entries = (found.data ?? []).map(user =>
    person(user, 'person', () => {
      const search = { tab: 'members', find: user.userid }
      void navigate({ to: '/org/$orgId/users', params: { orgId: org.orgid }, search })
    }),
  )
  return foundBy(found, `People of ${org.orgname}`, stillFitting(entries, typed))
}

export function useMembersFound(orgid: string | undefined, project: Project | undefined, typed: Typed): EntryGroup[] {
  const navigate = useNavigate()
  const asked = orgid !== undefined && project !== undefined && typed.asked.length >= enough
  const request = { orgid: orgid ?? '', projectid: project?.projectid ?? '', search: typed.asked, limit: most }
  const found = useQuery({ ...projectUsersQuery(request), enabled: asked })
  if (!asked) return []
  const params = { orgId: orgid, projectId: project.projectid }
  const entries = (found.data?.users ?? []).map(user =>
    person(user, 'member', () => {
      void navigate({ to: '/org/$orgId/project/$projectId/settings', params, search: { tab: 'members' } })
    }),
  )
  return foundBy(found, `Members of ${project.projectname}`, stillFitting(entries, typed))
}
