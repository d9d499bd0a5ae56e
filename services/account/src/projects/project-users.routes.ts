import { projectRoles } from '@plinth/contract/permissions'
import {
  addProjectAdmin,
  addProjectUser,
  leaveProject,
  listProjectAdmins,
  listProjectCandidates,
  listProjectUsers,
  projectRolesInfo,
  removeProjectAdmin,
  removeProjectUser,
  replaceProjectRoles,
} from '@plinth/contract/project-users'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createProjectUsers } from './project-users.service.ts'

export function projectUserRoutes(platform: Platform, bind: Bind) {
  const users = createProjectUsers(platform)

  bind(projectRolesInfo, async () => ({ roles: projectRoles.map(({ role, info }) => ({ role, info })) }))
  bind(listProjectUsers, input => users.list(input))
  bind(listProjectAdmins, input => users.admins(input))
  bind(listProjectCandidates, input => users.candidates(input))
  bind(addProjectUser, ({ userid, role, ...place }, { actor }) => users.add(actor.userid, place, userid, role))
  bind(replaceProjectRoles, ({ userid, role, ...place }, { actor }) =>
    users.replaceRoles(actor.userid, place, userid, role),
  )
  bind(removeProjectUser, ({ userid, ...place }, { actor }) => done(users.remove(actor.userid, place, userid)))
  bind(addProjectAdmin, ({ userid, ...place }, { actor }) => users.addAdmin(actor.userid, place, userid))
  bind(removeProjectAdmin, ({ userid, ...place }, { actor }) => done(users.removeAdmin(actor.userid, place, userid)))
  bind(leaveProject, (place, { actor }) => done(users.leave(actor.userid, place)))
}
