import {
  createProject,
  deleteProject,
  editProjectMeta,
  editProjectName,
  isProjectidValid,
  listActivity,
  listDeletedProjects,
  listProjects,
  projectInfo,
  projectOverview,
  restoreProject,
} from '@plinth/contract/projects'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createProjects } from './projects.service.ts'

export function projectRoutes(platform: Platform, bind: Bind) {
  const projects = createProjects(platform)

  bind(createProject, (input, { actor }) => projects.create(actor.userid, input))
  bind(listProjects, (input, { actor }) => projects.list(actor.userid, input))
  bind(isProjectidValid, async place => ({ valid: await projects.isProjectidFree(place) }))
  bind(projectInfo, (place, { actor }) => projects.info(actor.userid, place))
  bind(editProjectName, ({ projectname, ...place }, { actor }) => projects.rename(actor.userid, place, projectname))
  bind(editProjectMeta, ({ meta, ...place }, { actor }) => projects.describe(actor.userid, place, meta.description))
  bind(projectOverview, place => projects.overview(place))
  bind(listActivity, input => projects.activity(input))
  bind(deleteProject, (place, { actor }) => done(projects.delete(actor.userid, place)))
  bind(listDeletedProjects, (input, { actor }) => projects.deleted(actor.userid, input))
  bind(restoreProject, (place, { actor }) => done(projects.restore(actor.userid, place)))
}
