import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { FilestoreAccess, listFilestoreAccess, listMemberAccess } from '@plinth/contract/filestores'
import type { FileLevel } from '@plinth/contract/permissions'
import { cutPage, decodeCursor } from '@plinth/platform/cursor'
import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import {
  findProjectMember,
  projectMemberPage,
  searchProjectMembers,
  standingIn,
} from '../projects/project-users.repository.ts'
import { effectiveRoles } from '../projects/projects.policy.ts'
import { rolesFrom } from '../projects/projects.repository.ts'
import type { AccountTables } from '../tables.ts'
import { accessAmong, saveLevel } from './access.repository.ts'
import { recordFilestore } from './filestore-record.ts'
import { hasLevelFromRole, levelIn } from './filestores.policy.ts'
import { filestorePage, findFilestore, type Store } from './filestores.repository.ts'
import { createNamespaces, endFileTokens } from './namespaces.ts'
import { refuseUnlessManager, rolesInProject } from './standing.ts'

/** Where a page begins: after this name or word, and this user id. */
const placeOfPage = z.tuple([z.string(), z.string()])

const byName = z.tuple([z.string()])

/** Who may what in the filestores of a project. */
export function createFilestoreAccess(platform: Platform) {
  const tables = platform.db.withTables<AccountTables>()
  const { andTell } = createNamespaces(platform)

  type List = InputOf<typeof listFilestoreAccess>

  async function memberPage({ search, limit, cursor, ...store }: List) {
    const after = cursor ? decodeCursor(cursor, placeOfPage) : null
    if (search) {
      const found = await searchProjectMembers(tables, store, { search, after, limit: limit + 1 })
      return cutPage(found, limit, ({ word, userid }) => [word, userid])
    }
    const rows = await projectMemberPage(tables, store, { adminsOnly: false, after, limit: limit + 1 })
    return cutPage(rows, limit, ({ name, userid }) => [name, userid])
  }

  type Member = { userid: string; name: string; role: string }

  async function levelsOf(
    queries: Queries<AccountTables>,
    store: Store,
    members: Member[],
  ): Promise<FilestoreAccess[]> {
    const userids = members.map(({ userid }) => userid)
    const access = await accessAmong(queries, store, userids)
    return members.map(({ userid, name, role }) => {
      const { inOrg = [], level: setByHand = null } = access.get(userid) ?? {}
      const roles = effectiveRoles(inOrg, rolesFrom(role))
      const isdefault = setByHand === null || hasLevelFromRole(roles)
      return { userid, name, level: levelIn(roles, setByHand), isdefault }
    })
  }

  /** Of a member of the project whose level is not a matter of their role alone. */
  async function changeable(queries: Queries<AccountTables>, store: Store, userid: string): Promise<Member> {
    const standing = await standingIn(queries, store, userid)
    const roles = standing ? effectiveRoles(standing.inOrg, standing.inProject) : []
    if (hasLevelFromRole(roles)) throw new Refusal('LEVEL_FROM_ROLE')
    const member = await findProjectMember(queries, store, userid)
    if (!member) throw new Refusal('NOT_FOUND')
    return { userid, name: member.name, role: member.role.join(',') }
  }

  return {
    async list(actorid: string, input: List): Promise<ResponseOf<typeof listFilestoreAccess>> {
      if (!(await findFilestore(tables, input, actorid))) throw new Refusal('NOT_FOUND')
      const { rows, cursor } = await memberPage(input)
      return { users: await levelsOf(tables, input, rows), cursor }
    },

    async ofMember(input: InputOf<typeof listMemberAccess>): Promise<ResponseOf<typeof listMemberAccess>> {
      const { userid, limit, cursor, ...place } = input
      const roles = await rolesInProject(tables, place, userid)
      const after = cursor ? decodeCursor(cursor, byName)[0] : null
      const rows = await filestorePage(tables, place, userid, { after, limit: limit + 1 })
      const page = cutPage(rows, limit, ({ fsnamekey }) => [fsnamekey])
      const filestores = page.rows.map(({ fsid, fsname, level }) => {
        return { fsid, fsname, level: levelIn(roles, level), isdefault: level === null || hasLevelFromRole(roles) }
      })
      return { filestores, cursor: page.cursor }
    },

    async set(actorid: string, store: Store, userid: string, level: FileLevel | null): Promise<FilestoreAccess> {
      return andTell(async tx => {
        await refuseUnlessManager(tx, store, actorid)
        const filestore = await findFilestore(tx, store, actorid)
        if (!filestore) throw new Refusal('NOT_FOUND')
        const member = await changeable(tx, store, userid)
        const [before] = await levelsOf(tx, store, [member])
        await saveLevel(tx, store, userid, level)
        const [after] = await levelsOf(tx, store, [member])
        if (!before || !after) throw new Refusal('NOT_FOUND')
        await endFileTokens(tx, store, userid)
        const data = { before: [before.level], after: [after.level] }
        const { fsname } = filestore
        await recordFilestore(tx, { ...store, actorid, action: 'filestore.access', fsname, userid, data })
        return after
      })
    },
  }
}
