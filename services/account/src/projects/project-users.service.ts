import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { may, mayGrantInProject, type ProjectRole } from '@plinth/contract/permissions'
import type {
  listProjectAdmins,
  listProjectCandidates,
  listProjectUsers,
  ProjectUser,
} from '@plinth/contract/project-users'
import { cutPage, decodeCursor } from '@plinth/platform/cursor'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { projectChanged } from '@plinth/platform/project-events'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { createNamespaces, endFileTokens } from '../filestores/namespaces.ts'
import { memberPage, searchMembers } from '../members/members.repository.ts'
import { ownProjectsChanged } from '../project-events.ts'
import type { AccountTables } from '../tables.ts'
import { recordInProject } from './project-record.ts'
import {
  deleteProjectMember,
  findProjectMember,
  hasProjectOwnerBesides,
  insertProjectMember,
  projectMemberPage,
  projectMembersAmong,
  searchProjectMembers,
  standingIn,
  updateProjectRoles,
} from './project-users.repository.ts'
import { effectiveRoles, strongestFirst } from './projects.policy.ts'
import { findProject, type Place, rolesFrom } from './projects.repository.ts'

/** Where a page begins: after this name or word, and this user id. */
const placeOfPage = z.tuple([z.string(), z.string()])

const shown = ({ userid, name, role, joinedat }: { userid: string; name: string; role: string; joinedat: number }) => {
  return { userid, name, role: rolesFrom(role), joinedat }
}

/** The caller's roles, asked inside the transaction: they may have changed since the call was let in. */
async function managerRoles(tx: Tx<AccountTables>, place: Place, actorid: string): Promise<ProjectRole[]> {
  const standing = await standingIn(tx, place, actorid)
  if (!standing) throw new Refusal('NOT_FOUND')
  const own = effectiveRoles(standing.inOrg, standing.inProject)
  if (!may(own, 'project.users.manage')) throw new Refusal('FORBIDDEN')
  return own
}

/** Nobody grants, takes away or removes a role above their own. */
async function refuseAboveOwn(tx: Tx<AccountTables>, place: Place, actorid: string, ...roles: ProjectRole[][]) {
  const own = await managerRoles(tx, place, actorid)
  if (!roles.every(role => mayGrantInProject(own, role))) throw new Refusal('ROLE_ABOVE_OWN')
}

async function rolesBefore(tx: Tx<AccountTables>, place: Place, userid: string): Promise<ProjectRole[]> {
  const member = await findProjectMember(tx, place, userid)
  if (!member) throw new Refusal('NOT_FOUND')
  return member.role
}

async function keepAnOwner(tx: Tx<AccountTables>, place: Place, userid: string, before: ProjectRole[]): Promise<void> {
  const isLast = before.includes('owner') && !(await hasProjectOwnerBesides(tx, place, userid))
  if (isLast) throw new Refusal('LAST_PROJECT_OWNER')
}

function told(tx: Tx<AccountTables>, place: Place, userid: string): void {
  projectChanged(tx, place, 'users')
  ownProjectsChanged(tx, userid, place)
}

/** Adds somebody of the organisation, whom it answers as they then stand in the list. */
async function join(tx: Tx<AccountTables>, actorid: string, place: Place, userid: string, role: ProjectRole[]) {
  const standing = await standingIn(tx, place, userid)
  if (!standing) throw new Refusal('NOT_IN_ORG')
  await insertProjectMember(tx, { ...place, userid, role })
  await recordInProject(tx, { ...place, actorid, action: 'project.user.add', userid, data: { role } })
  told(tx, place, userid)
}

async function change(tx: Tx<AccountTables>, actorid: string, place: Place, userid: string, roles: Change) {
  const { before, after } = roles
  await updateProjectRoles(tx, place, userid, after)
  await endFileTokens(tx, place, userid)
  await recordInProject(tx, { ...place, actorid, action: 'project.user.roles', userid, data: { before, after } })
  told(tx, place, userid)
}

interface Change {
  before: ProjectRole[]
  after: ProjectRole[]
}

async function take(
  tx: Tx<AccountTables>,
  actorid: string,
  place: Place,
  userid: string,
  action: 'project.user.remove' | 'project.user.leave',
) {
  await deleteProjectMember(tx, place, userid)
  await endFileTokens(tx, place, userid)
  await recordInProject(tx, { ...place, actorid, action, userid })
  told(tx, place, userid)
}

async function answered(tx: Tx<AccountTables>, place: Place, userid: string): Promise<ProjectUser> {
  const member = await findProjectMember(tx, place, userid)
  if (!member) throw new Refusal('NOT_FOUND')
  return member
}

export function createProjectUsers(platform: Platform) {
  const tables = platform.db.withTables<AccountTables>()
  const { andTell } = createNamespaces(platform)

  type List = InputOf<typeof listProjectUsers>

  async function searched({ search = '', limit, cursor, ...place }: List) {
    const after = cursor ? decodeCursor(cursor, placeOfPage) : null
    const rows = await searchProjectMembers(tables, place, { search, after, limit: limit + 1 })
    return cutPage(rows, limit, ({ word, userid }) => [word, userid])
  }

  async function sorted({ limit, cursor, ...place }: Omit<List, 'search'>, adminsOnly: boolean) {
    const after = cursor ? decodeCursor(cursor, placeOfPage) : null
    const rows = await projectMemberPage(tables, place, { adminsOnly, after, limit: limit + 1 })
    return cutPage(rows, limit, ({ name, userid }) => [name, userid])
  }

  async function peoplePage({ orgid, isexternal, search, limit, cursor }: InputOf<typeof listProjectCandidates>) {
    const after = cursor ? decodeCursor(cursor, placeOfPage) : null
    if (search) {
      const found = await searchMembers(tables, orgid, { search, isexternal, after, limit: limit + 1 })
      return cutPage(found, limit, ({ word, userid }) => [word, userid])
    }
    const page = { by: 'name', direction: 'asc', after, isexternal, limit: limit + 1 } as const
    return cutPage(await memberPage(tables, orgid, page), limit, ({ name, userid }) => [name, userid])
  }

  return {
    async list(input: List): Promise<ResponseOf<typeof listProjectUsers>> {
      const { rows, cursor } = await (input.search ? searched(input) : sorted(input, false))
      const project = await findProject(tables, input)
      return { users: rows.map(shown), cursor, membercount: project?.membercount ?? 0 }
    },

    async admins(input: InputOf<typeof listProjectAdmins>): Promise<ResponseOf<typeof listProjectAdmins>> {
      const { rows, cursor } = await sorted(input, true)
      return { admins: rows.map(shown), cursor }
    },

    async candidates(input: InputOf<typeof listProjectCandidates>): Promise<ResponseOf<typeof listProjectCandidates>> {
      const { rows, cursor } = await peoplePage(input)
      const userids = rows.map(({ userid }) => userid)
      const members = await projectMembersAmong(tables, input, userids)
      const users = rows.map(({ userid, name, isexternal }) => {
        return { userid, name, isexternal: isexternal === 1, ismember: members.has(userid) }
      })
      return { users, cursor }
    },

    async add(actorid: string, place: Place, userid: string, roles: ProjectRole[]): Promise<ProjectUser> {
      const role = strongestFirst(roles)
      return tables.transaction(async tx => {
        await refuseAboveOwn(tx, place, actorid, role)
        await join(tx, actorid, place, userid, role)
        return answered(tx, place, userid)
      })
    },

    async replaceRoles(actorid: string, place: Place, userid: string, roles: ProjectRole[]) {
      const after = strongestFirst(roles)
      await andTell(async tx => {
        const before = await rolesBefore(tx, place, userid)
        await refuseAboveOwn(tx, place, actorid, before, after)
        if (!after.includes('owner')) await keepAnOwner(tx, place, userid, before)
        await change(tx, actorid, place, userid, { before, after })
      })
      return { userid, role: after }
    },

    async addAdmin(actorid: string, place: Place, userid: string): Promise<ProjectUser> {
      return andTell(async tx => {
        await managerRoles(tx, place, actorid)
        const before = (await findProjectMember(tx, place, userid))?.role
        if (!before) await join(tx, actorid, place, userid, ['admin'])
        else if (!before.includes('admin')) {
          await change(tx, actorid, place, userid, { before, after: strongestFirst([...before, 'admin']) })
        }
        return answered(tx, place, userid)
      })
    },

    async remove(actorid: string, place: Place, userid: string): Promise<void> {
      await andTell(async tx => {
        const before = await rolesBefore(tx, place, userid)
        await refuseAboveOwn(tx, place, actorid, before)
        await keepAnOwner(tx, place, userid, before)
        await take(tx, actorid, place, userid, 'project.user.remove')
      })
    },

    async removeAdmin(actorid: string, place: Place, userid: string): Promise<void> {
      await andTell(async tx => {
        const before = await rolesBefore(tx, place, userid)
        if (!before.includes('owner') && !before.includes('admin')) throw new Refusal('NOT_FOUND')
        await refuseAboveOwn(tx, place, actorid, before)
        await keepAnOwner(tx, place, userid, before)
        await take(tx, actorid, place, userid, 'project.user.remove')
      })
    },

    async leave(userid: string, place: Place): Promise<void> {
      await andTell(async tx => {
        await keepAnOwner(tx, place, userid, await rolesBefore(tx, place, userid))
        await take(tx, userid, place, userid, 'project.user.leave')
      })
    },
  }
}
