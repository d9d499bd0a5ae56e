import { leaveProject } from '@plinth/contract/project-users'
import { deleteProject } from '@plinth/contract/projects'
import { useMutation } from '@tanstack/react-query'
import { bringProjectBack, refreshDeletedProjects } from '../../lib/project-trash.ts'
import { givenUpProjects, refreshProjects } from '../../lib/projects.ts'
import { answer } from '../../lib/query.ts'
import { toast, toastWithUndo } from '../../ui/toast.ts'
import type { Place } from './queries.ts'

const nameOf = ({ orgid, projectid }: Place) => `${orgid}/${projectid}`

const useRestore = ({ orgid, projectid }: Place) =>
  useMutation({
    mutationFn: () => bringProjectBack(orgid, projectid),
    onSuccess: () => void toast.success(`${projectid} is back as it was.`),
    onError: error => void toast.error('The project could not be restored.', { description: error.msg }),
  })

/** `leadAway` runs before the lists no longer name the project. */
export function useDeleteProject(place: Place, leadAway: () => Promise<void>) {
  const restore = useRestore(place)
  return useMutation({
    mutationFn: () => {
      givenUpProjects.add(nameOf(place))
      return answer(deleteProject, place)
    },
    onSuccess: async () => {
      await leadAway()
      await Promise.allSettled([refreshProjects(place.orgid), refreshDeletedProjects(place.orgid)])
      toastWithUndo(`${place.projectid} is deleted.`, () => restore.mutate())
    },
    onError: error => void toast.error('The project could not be deleted.', { description: error.msg }),
    onSettled: () => void givenUpProjects.delete(nameOf(place)),
  })
}

export const useLeaveProject = (place: Place, leadAway: () => Promise<void>) =>
  useMutation({
    mutationFn: () => {
      givenUpProjects.add(nameOf(place))
      return answer(leaveProject, place)
    },
    onSuccess: async () => {
      await leadAway()
      await refreshProjects(place.orgid)
      toast.success(`You have left project ${place.projectid}`)
    },
    onError: error => void toast.error('Unable to leave project', { description: error.msg }),
    onSettled: () => void givenUpProjects.delete(nameOf(place)),
  })
