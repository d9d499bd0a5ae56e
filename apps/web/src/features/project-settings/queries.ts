import type { RequestOf } from '@plinth/contract/call'
import {
  addProjectAdmin,
  addProjectUser,
  listProjectAdmins,
  listProjectCandidates,
  listProjectUsers,
  projectRolesInfo,
  removeProjectAdmin,
  removeProjectUser,
  replaceProjectRoles,
} from '@plinth/contract/project-users'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { onEvent } from '../../lib/events.ts'
import { projectUsersKey } from '../../lib/projects.ts'
import { answer, queryClient } from '../../lib/query.ts'
import { toast } from '../../ui/toast.ts'

/** Which project it is: part of every call here. */
export interface Place {
  orgid: string
  projectid: string
}

const key = ({ orgid, projectid }: Place) => projectUsersKey(orgid, projectid)

export const projectMembersQuery = (request: RequestOf<typeof listProjectUsers>) =>
  queryOptions({
    queryKey: [...key(request), 'list', request],
    queryFn: ({ signal }) => answer(listProjectUsers, request, signal),
    placeholderData: keepPreviousData,
  })

export const projectAdminsQuery = (request: RequestOf<typeof listProjectAdmins>) =>
  queryOptions({
    queryKey: [...key(request), 'admins', request],
    queryFn: ({ signal }) => answer(listProjectAdmins, request, signal),
    placeholderData: keepPreviousData,
  })

export const candidatesQuery = (place: Place, search: string) =>
  queryOptions({
    queryKey: [...key(place), 'candidates', search],
    queryFn: async ({ signal }) =>
      (await answer(listProjectCandidates, { ...place, ...(search ? { search } : {}), limit: 20 }, signal)).users,
    placeholderData: keepPreviousData,
  })

const mostNamesakes = 100

/** Whether the user belongs to the project: its Owners and Admins of the organisation need not. */
export const belongsQuery = (place: Place, userid: string) =>
  queryOptions({
    queryKey: [...key(place), 'belongs', userid],
    queryFn: async ({ signal }) => {
      const request = { ...place, search: userid, limit: mostNamesakes }
      const { users, cursor } = await answer(listProjectUsers, request, signal)
      return cursor !== null || users.some(user => user.userid === userid)
    },
  })

export const projectRolesQuery = (orgid: string) =>
  queryOptions({
    queryKey: ['project-roles', orgid],
    queryFn: async ({ signal }) => (await answer(projectRolesInfo, { orgid }, signal)).roles,
  })

const refresh = (place: Place) => queryClient.invalidateQueries({ queryKey: key(place) })

/** A change of who is in the project. The lists are read again before `done`, so that it ends on what is true. */
function useChange<R extends Place>(
  send: (request: R) => Promise<unknown>,
  texts: { success: string; failure: string },
  done: () => void,
) {
  return useMutation({
    mutationFn: send,
    onSuccess: async (_answer, request: R) => {
      await refresh(request)
      done()
      toast.success(texts.success)
    },
    onError: (error, request) => {
      toast.error(texts.failure, { description: error.msg })
      // It was refused because something had changed, more often than not.
      void refresh(request)
    },
  })
}

export const useAddMember = (done: () => void) =>
  useChange(
    (request: RequestOf<typeof addProjectUser>) => answer(addProjectUser, request),
    { success: 'Member added to project.', failure: 'Failed to Add member to project' },
    done,
  )

export const useRemoveMember = (done: () => void) =>
  useChange(
    (request: RequestOf<typeof removeProjectUser>) => answer(removeProjectUser, request),
    { success: 'Member removed from project.', failure: 'Failed to remove member to project' },
    done,
  )

export const useReplaceProjectRoles = (done: () => void) =>
  useChange(
    (request: RequestOf<typeof replaceProjectRoles>) => answer(replaceProjectRoles, request),
    { success: 'Project roles updated successfully.', failure: 'Updating project role failed!' },
    done,
  )

export const useAddAdmin = (done: () => void) =>
  useChange(
    (request: RequestOf<typeof addProjectAdmin>) => answer(addProjectAdmin, request),
    { success: 'Admin added to project.', failure: 'Failed to Add admin to project' },
    done,
  )

export const useRemoveAdmin = (done: () => void) =>
  useChange(
    (request: RequestOf<typeof removeProjectAdmin>) => answer(removeProjectAdmin, request),
    { success: 'Admin removed from project.', failure: 'Failed to remove admin to project' },
    done,
  )

// Who joins the organisation can be added to its projects, and who leaves it cannot.
onEvent('org.changed', ({ orgid, what }) => {
  if (what !== 'users') return
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, org, , list] }) =>
      kind === 'project-users' && org === orgid && list === 'candidates',
  })
})
