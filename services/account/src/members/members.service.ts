import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { listOrgUsers, OrgUser } from '@plinth/contract/org-users'
import type { OrgRole } from '@plinth/contract/permissions'
import { cutPage, decodeCursor } from '@plinth/platform/cursor'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { record } from '../audit/audit.repository.ts'
import { createNamespaces, endFileTokens } from '../filestores/namespaces.ts'
import { endInvitesBeyond, endInvitesTo } from '../invites/cancelling.ts'
import { orgChanged, orgsChanged } from '../org-events.ts'
import { findOrg } from '../orgs/orgs.repository.ts'
import { departFromProjects } from '../projects/departures.ts'
import type { AccountTables } from '../tables.ts'
import {
  deleteMember,
  findMember,
  hasOwnerBesides,
  type MemberRow,
  memberPage,
  oldestOwnerBesides,
  rolesIn,
  searchMembers,
  stillMay,
  updateRoles,
} from './members.repository.ts'

const byWord = z.tuple([z.string(), z.string()])
const byName = z.tuple([z.string(), z.string()])
const byTime = z.tuple([z.number(), z.string()])

type Input = InputOf<typeof listOrgUsers>

interface Page {
  rows: MemberRow[]
  cursor: string | null
}

const shown = ({ userid, name, email, role, isexternal, joinedat, lastseenat }: MemberRow): OrgUser => ({
  userid,
  name,
  email,
  role: role.split(',') as OrgRole[],
  isexternal: isexternal === 1,
  joinedat,
  lastseenat,
})

export function createMembers(platform: Platform) {
  const tables = platform.db.withTables<AccountTables>()
  const { andTell } = createNamespaces(platform)

  /** Takes somebody's membership away; what hangs on it goes in the same transaction. */
  async function take(tx: Tx<AccountTables>, actorid: string, orgid: string, userid: string): Promise<void> {
    const roles = await rolesIn(tx, orgid, userid)
    if (!roles) throw new Refusal('NOT_FOUND')
    if (roles.includes('Owner') && !(await hasOwnerBesides(tx, orgid, userid))) throw new Refusal('LAST_OWNER')
    const heir = actorid === userid ? await oldestOwnerBesides(tx, orgid, userid) : actorid
    await departFromProjects(tx, { orgid, userid, heir, actorid })
    await deleteMember(tx, orgid, userid)
    await endInvitesBeyond(tx, { orgid, userid, role: [], actorid })
    await endInvitesTo(tx, { orgid, userid, actorid })
    orgsChanged(tx, userid, orgid)
    orgChanged(tx, orgid, 'users')
  }

  /** A whole address finds one person; anything else is the beginning of words. */
  async function searched({ orgid, search = '', isexternal, limit, cursor }: Input): Promise<Page> {
    if (search.includes('@')) {
      const row = await findMember(tables, orgid, search.toLowerCase())
      const isMeant = row && (isexternal === undefined || isexternal === (row.isexternal === 1))
      return { rows: isMeant ? [row] : [], cursor: null }
    }
    const after = cursor ? decodeCursor(cursor, byWord) : null
    const rows = await searchMembers(tables, orgid, { search, isexternal, after, limit: limit + 1 })
    return cutPage(rows, limit, ({ word, userid }) => [word, userid])
  }

  async function sorted({ orgid, sort, isexternal, limit, cursor }: Input): Promise<Page> {
    const by = sort.endsWith('joinedat') ? 'joinedat' : 'name'
    const direction = sort.startsWith('-') ? 'desc' : 'asc'
    const after = cursor ? decodeCursor(cursor, by === 'joinedat' ? byTime : byName) : null
    const rows = await memberPage(tables, orgid, { by, direction, after, isexternal, limit: limit + 1 })
    return cutPage(rows, limit, row => [row[by], row.userid])
  }

  return {
    async list(input: Input): Promise<ResponseOf<typeof listOrgUsers>> {
      const { rows, cursor } = await (input.search ? searched(input) : sorted(input))
      const org = await findOrg(tables, input.orgid)
      return { users: rows.map(shown), cursor, membercount: org?.membercount ?? 0 }
    },

    async info(orgid: string, userid: string): Promise<OrgUser> {
      const row = await findMember(tables, orgid, userid)
      if (!row) throw new Refusal('NOT_FOUND')
      return shown(row)
    },

    async replaceRoles(actorid: string, orgid: string, userid: string, role: OrgRole[]) {
      await andTell(async tx => {
        await stillMay(tx, orgid, actorid, 'org.users.manage')
        const before = await rolesIn(tx, orgid, userid)
        if (!before) throw new Refusal('NOT_FOUND')
        const loses = before.includes('Owner') && !role.includes('Owner')
        if (loses && !(await hasOwnerBesides(tx, orgid, userid))) throw new Refusal('LAST_OWNER')
        await updateRoles(tx, orgid, userid, role)
        await endInvitesBeyond(tx, { orgid, userid, role, actorid })
        await endFileTokens(tx, { orgid }, userid)
        await record(tx, { orgid, actorid, action: 'user.roles', target: userid, data: { before, after: role } })
        orgsChanged(tx, userid, orgid)
        orgChanged(tx, orgid, 'users')
      })
      return { userid, role }
    },

    async remove(actorid: string, orgid: string, userid: string): Promise<void> {
      await andTell(async tx => {
        await stillMay(tx, orgid, actorid, 'org.users.manage')
        await take(tx, actorid, orgid, userid)
        await record(tx, { orgid, actorid, action: 'user.remove', target: userid })
      })
    },

    async leave(orgid: string, userid: string): Promise<void> {
      await andTell(async tx => {
        await take(tx, userid, orgid, userid)
        await record(tx, { orgid, actorid: userid, action: 'user.leave', target: userid })
      })
    },
  }
}
