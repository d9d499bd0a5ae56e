import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { projectid as projectidRule } from '@plinth/contract/fields'
import type { OrgRole } from '@plinth/contract/permissions'
import type {
  createProject,
  listActivity,
  listDeletedProjects,
  listProjects,
  Project,
  projectOverview,
} from '@plinth/contract/projects'
import { activityPage, dailyFigures } from '@plinth/platform/activity'
import { cutPage, decodeCursor } from '@plinth/platform/cursor'
import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { projectChanged } from '@plinth/platform/project-events'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { createNamespaces, filestoresHidden } from '../filestores/namespaces.ts'
import { keptMs, purgedAtOnce } from '../kept.ts'
import { rolesIn } from '../members/members.repository.ts'
import { ownProjectsChanged, projectsChanged } from '../project-events.ts'
import type { AccountTables } from '../tables.ts'
import { recordInProject } from './project-record.ts'
import { findProjectMember, insertProjectMember, standingIn } from './project-users.repository.ts'
import { effectiveRoles, seesEveryProject } from './projects.policy.ts'
import {
  deletedPage,
  describeProject,
  findProject,
  hideProject,
  insertProject,
  isDeleted,
  isProjectidTaken,
  type ListedProject,
  ownProjectPage,
  type Place,
  projectPage,
  projectsDeletedBefore,
  purgeProjects,
  renameProject,
  rolesFrom,
  searchProjects,
  showProject,
} from './projects.repository.ts'

const day = 24 * 3_600_000
const deletedAtOnce = 50
const byWord = z.tuple([z.string(), z.string()])
const byName = z.tuple([z.string(), z.string()])
const byTime = z.tuple([z.number(), z.string()])
const byId = z.tuple([z.number()])

const metaOf = (description: string) => (description ? { description } : {})

export function createProjects(platform: Platform) {
  const { db, jobs } = platform
  const tables = db.withTables<AccountTables>()
  const namespaces = createNamespaces(platform)

  jobs.every('projects.purge', day, async (_payload, { signal }) => {
    for (const place of await projectsDeletedBefore(tables, Date.now() - keptMs)) {
      await namespaces.purge(place, signal)
      while (await tables.transaction(tx => purgeProjects(tx, place, purgedAtOnce)));
    }
  })

  const shown = (row: ListedProject, inOrg: readonly OrgRole[]): Project => {
    const { projectid, projectname, description, membercount, createdat, role } = row
    const roles = effectiveRoles(inOrg, rolesFrom(role))
    return { projectid, projectname, meta: metaOf(description), role: roles, membercount, createdat }
  }

  /** The caller's roles in the organisation, which they had when the call was let in. */
  async function rolesInOrg(queries: Queries<AccountTables>, orgid: string, userid: string): Promise<OrgRole[]> {
    const roles = await rolesIn(queries, orgid, userid)
    if (!roles) throw new Refusal('NOT_FOUND')
    return roles
  }

  type List = InputOf<typeof listProjects>

  async function searched({ orgid, search = '', limit, cursor }: List, userid: string, own: boolean) {
    const after = cursor ? decodeCursor(cursor, byWord) : null
    const rows = await searchProjects(tables, { orgid, userid, own }, { search, after, limit: limit + 1 })
    return cutPage(rows, limit, ({ word, projectid }) => [word, projectid])
  }

  async function sorted({ orgid, sort, limit, cursor }: List, userid: string, own: boolean) {
    const by = sort.endsWith('createdat') ? 'createdat' : 'projectname'
    const direction = sort.startsWith('-') ? 'desc' : 'asc'
    const after = cursor ? decodeCursor(cursor, by === 'createdat' ? byTime : byName) : null
    const page = { by, direction, after, limit: limit + 1 } as const
    const rows = await (own ? ownProjectPage : projectPage)(tables, { orgid, userid }, page)
    return cutPage(rows, limit, row => [row[by], row.projectid])
  }

  return {
    async create(userid: string, { orgid, projectid, projectname, meta }: InputOf<typeof createProject>) {
      const place = { orgid, projectid }
      const project = { ...place, projectname, description: meta.description ?? '', membercount: 0 }
      await tables.transaction(async tx => {
        const inOrg = await rolesInOrg(tx, orgid, userid)
        await insertProject(tx, { ...project, createdat: Date.now(), createdby: userid, deletedat: null })
        await insertProjectMember(tx, { ...place, userid, role: ['owner'] })
        await recordInProject(tx, { ...place, actorid: userid, action: 'project.create', data: { projectname } })
        projectsChanged(tx, place)
        // Nobody follows the new project by itself yet; Owners and Admins have heard already.
        if (!seesEveryProject(inOrg)) ownProjectsChanged(tx, userid, place)
      })
      return { projectid }
    },

    async list(userid: string, input: List): Promise<ResponseOf<typeof listProjects>> {
      const inOrg = await rolesInOrg(tables, input.orgid, userid)
      const { rows, cursor } = await (input.search ? searched : sorted)(input, userid, !seesEveryProject(inOrg))
      return { projects: rows.map(row => shown(row, inOrg)), cursor }
    },

    async isProjectidFree(place: Place): Promise<boolean> {
      return projectidRule.safeParse(place.projectid).success && !(await isProjectidTaken(tables, place))
    },

    async info(userid: string, place: Place): Promise<Project> {
      const [project, standing] = await Promise.all([findProject(tables, place), standingIn(tables, place, userid)])
      if (!project || !standing) throw new Refusal('NOT_FOUND')
      return shown({ ...project, role: standing.inProject.join(',') }, standing.inOrg)
    },

    async rename(actorid: string, place: Place, projectname: string) {
      await tables.transaction(async tx => {
        await renameProject(tx, place, projectname)
        await recordInProject(tx, { ...place, actorid, action: 'project.rename', data: { projectname } })
        projectChanged(tx, place, 'project')
        projectsChanged(tx, place)
      })
      return { projectid: place.projectid, projectname }
    },

    async describe(actorid: string, place: Place, description: string) {
      await tables.transaction(async tx => {
        await describeProject(tx, place, description)
        await recordInProject(tx, { ...place, actorid, action: 'project.describe', data: { description } })
        projectChanged(tx, place, 'project')
      })
      return { projectid: place.projectid, meta: metaOf(description) }
    },

    async overview(place: Place): Promise<ResponseOf<typeof projectOverview>> {
      const [project, figures, [newest]] = await Promise.all([
        findProject(tables, place),
        dailyFigures(tables, place),
        activityPage(tables, { ...place, before: null, limit: 1 }),
      ])
      if (!project) throw new Refusal('NOT_FOUND')
      // Nothing can make a sheet or a deployment yet, so there are none.
      return { sheets: 0, deployments: 0, ...figures, lastupdate: newest?.createdat ?? project.createdat }
    },

    async activity({
      limit,
      cursor,
      ...place
    }: InputOf<typeof listActivity>): Promise<ResponseOf<typeof listActivity>> {
      const before = cursor ? decodeCursor(cursor, byId)[0] : null
      const rows = await activityPage(tables, { ...place, before, limit: limit + 1 })
      const page = cutPage(rows, limit, ({ id }) => [id])
      return { activities: page.rows, cursor: page.cursor }
    },

    async delete(actorid: string, place: Place): Promise<void> {
      await namespaces.andTell(async tx => {
        if (!(await hideProject(tx, place))) throw new Refusal('NOT_FOUND')
        await filestoresHidden(tx, place)
        await recordInProject(tx, { ...place, actorid, action: 'project.delete' })
        projectChanged(tx, place, 'project')
        projectsChanged(tx, place)
      })
    },

    async deleted(
      userid: string,
      { orgid, cursor }: InputOf<typeof listDeletedProjects>,
    ): Promise<ResponseOf<typeof listDeletedProjects>> {
      const own = !(await rolesInOrg(tables, orgid, userid)).includes('Owner')
      const after = cursor ? decodeCursor(cursor, byTime) : null
      const rows = await deletedPage(tables, { orgid, userid, own }, after, deletedAtOnce + 1)
      const projects = rows.map(({ projectid, projectname, deletedat }) => {
        const at = deletedat ?? 0
        return { projectid, projectname, deletedat: at, purgedat: at + keptMs }
      })
      const page = cutPage(projects, deletedAtOnce, ({ deletedat, projectid }) => [deletedat, projectid])
      return { projects: page.rows, cursor: page.cursor }
    },

    async restore(actorid: string, place: Place): Promise<void> {
      await namespaces.andTell(async tx => {
        const isOwner =
          (await rolesInOrg(tx, place.orgid, actorid)).includes('Owner') ||
          (await findProjectMember(tx, place, actorid))?.role.includes('owner')
        if (!isOwner || !(await isDeleted(tx, place))) throw new Refusal('NOT_FOUND')
        await showProject(tx, place)
        await filestoresHidden(tx, place)
        await recordInProject(tx, { ...place, actorid, action: 'project.restore' })
        projectsChanged(tx, place)
      })
    },
  }
}
