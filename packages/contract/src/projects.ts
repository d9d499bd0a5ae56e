import * as z from 'zod'
import { call } from './call.ts'
import { line, orgid, projectid } from './fields.ts'
import { projectRoles } from './permissions.ts'

const projectname = line(1, 50, 'Please give a project name').min(2, 'Use at least 2 characters.')
const newMeta = z.object({ description: line(0, 500, '').optional() })
const meta = z.strictObject({ description: z.string().optional() })

/** Strongest first. Owners and Admins of the organisation have theirs without belonging to the project. */
const role = z.array(z.enum(projectRoles.map(({ role }) => role)))

const project = z.strictObject({
  projectid: z.string(),
  projectname: z.string(),
  meta,
  role,
  membercount: z.number(),
  createdat: z.number(),
})
export type Project = z.output<typeof project>

export const projectSorts = ['name', '-name', 'createdat', '-createdat'] as const

export const createProject = call({
  name: 'createProject',
  summary: 'Create a project in an organization and become its owner.',
  method: 'POST',
  path: '/project/create',
  auth: 'token',
  permission: 'project.create',
  scope: 'write',
  request: z.object({ orgid, projectid, projectname, meta: newMeta.default({}) }),
  response: z.strictObject({ projectid: z.string() }),
  errors: ['PROJECTID_TAKEN'],
})

export const listProjects = call({
  name: 'listProjects',
  summary:
    "An organization's projects that the caller can see: all of them as its Owner or Admin, else those one belongs to. Searched by the beginnings of words of id and name, in pages.",
  method: 'POST',
  path: '/project/list',
  auth: 'token',
  permission: 'org.read',
  scope: 'read',
  request: z.object({
    orgid,
    search: z.string().trim().max(100).optional(),
    sort: z.enum(projectSorts).default('name'),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: z.string().max(500).optional(),
  }),
  response: z.strictObject({ projects: z.array(project), cursor: z.string().nullable() }),
  errors: [],
})

export const isProjectidValid = call({
  name: 'isProjectidValid',
  summary: 'Whether a project id is well formed and free in an organization.',
  method: 'POST',
  path: '/project/isprojectidvalid',
  auth: 'token',
  permission: 'project.create',
  scope: 'read',
  // Any text is a fair question here: an ill-formed id is an answer, not an error.
  request: z.object({ orgid, projectid: z.string().max(200) }),
  response: z.strictObject({ valid: z.boolean() }),
  errors: [],
})

export const projectInfo = call({
  name: 'projectInfo',
  summary: "One project, with the caller's roles in it.",
  method: 'POST',
  path: '/project/info',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object({ orgid, projectid }),
  response: project,
  errors: [],
})

export const editProjectName = call({
  name: 'editProjectName',
  summary: 'Give a project another name.',
  method: 'POST',
  path: '/project/editprojectname',
  auth: 'token',
  permission: 'project.rename',
  scope: 'write',
  request: z.object({ orgid, projectid, projectname }),
  response: z.strictObject({ projectid: z.string(), projectname: z.string() }),
  errors: [],
})

export const editProjectMeta = call({
  name: 'editProjectMeta',
  summary: 'Change the description of a project.',
  method: 'POST',
  path: '/project/editprojectmeta',
  auth: 'token',
  permission: 'project.edit',
  scope: 'write',
  request: z.object({ orgid, projectid, meta: z.object({ description: line(0, 500, '') }) }),
  response: z.strictObject({ projectid: z.string(), meta }),
  errors: [],
})

const day = z.strictObject({
  /** The first millisecond of the day, in UTC. */
  day: z.number(),
  activities: z.number(),
  /** What was stored in all at the end of the day. */
  storedbytes: z.number(),
})

export const projectOverview = call({
  name: 'projectOverview',
  summary: 'A project at a glance: what it holds, when it last changed, and each of the last 30 days, oldest first.',
  method: 'POST',
  path: '/project/overview',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object({ orgid, projectid }),
  response: z.strictObject({
    sheets: z.number(),
    deployments: z.number(),
    storedbytes: z.number(),
    lastupdate: z.number(),
    days: z.array(day),
  }),
  errors: [],
})

const activity = z.strictObject({
  id: z.number(),
  /** Empty where nobody did it by hand, such as the trash being emptied after its time. */
  actorid: z.string(),
  /** As noun.verb. */
  action: z.string(),
  target: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  createdat: z.number(),
})
export type Activity = z.output<typeof activity>

export const listActivity = call({
  name: 'listActivity',
  summary: 'What happened in a project, the newest first, in pages.',
  method: 'POST',
  path: '/project/activity',
  auth: 'token',
  permission: 'project.read',
  scope: 'read',
  request: z.object({
    orgid,
    projectid,
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(100).optional(),
  }),
  response: z.strictObject({ activities: z.array(activity), cursor: z.string().nullable() }),
  errors: [],
})

export const deleteProject = call({
  name: 'deleteProject',
  summary: 'Hide a project from everybody at once. It can be restored for 30 days, then it is gone.',
  method: 'POST',
  path: '/project/delete',
  auth: 'token',
  permission: 'project.delete',
  request: z.object({ orgid, projectid }),
  response: z.strictObject({}),
  errors: [],
})

export const listDeletedProjects = call({
  name: 'listDeletedProjects',
  summary: 'Deleted projects that the caller can restore, as owner or as Owner of the organization.',
  method: 'POST',
  path: '/project/deleted',
  auth: 'token',
  permission: 'org.read',
  request: z.object({ orgid, cursor: z.string().max(500).optional() }),
  response: z.strictObject({
    projects: z.array(
      z.strictObject({ projectid: z.string(), projectname: z.string(), deletedat: z.number(), purgedat: z.number() }),
    ),
    cursor: z.string().nullable(),
  }),
  errors: [],
})

export const restoreProject = call({
  name: 'restoreProject',
  summary: 'Bring a deleted project back as it was.',
  method: 'POST',
  path: '/project/restore',
  auth: 'token',
  permission: 'org.read',
  request: z.object({ orgid, projectid }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})
