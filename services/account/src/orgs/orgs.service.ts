import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { orgid as orgidRule } from '@plinth/contract/fields'
import type { createOrg, listDeletedOrgs, listOrgs, orgInfo } from '@plinth/contract/orgs'
import { decodeCursor, encodeCursor } from '@plinth/platform/cursor'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { record } from '../audit/audit.repository.ts'
import { createNamespaces, endFileTokens, endFileTokensOfAll, filestoresHidden } from '../filestores/namespaces.ts'
import { endInvitesBeyond } from '../invites/cancelling.ts'
import { keptMs, purgedAtOnce } from '../kept.ts'
import { insertMember, rolesIn, stillMay, updateRoles } from '../members/members.repository.ts'
import { orgChanged, orgsChanged } from '../org-events.ts'
import { purgeProjects } from '../projects/projects.repository.ts'
import type { AccountTables } from '../tables.ts'
import { isTotpOn, membersWithoutTotp } from '../two-factor/two-factor.repository.ts'
import { userOf } from '../users.repository.ts'
import {
  deletedOrgsOf,
  describeOrg,
  findOrg,
  hideOrg,
  insertOrg,
  isOrgidTaken,
  orgidsDeletedBefore,
  orgsOf,
  purgeSome,
  renameOrg,
  setTwoFactor,
  showOrg,
} from './orgs.repository.ts'

const pageSize = 50
const day = 24 * 3_600_000
/** Where a page of somebody's list begins: after this name and id. */
const place = z.tuple([z.string(), z.string()])

export function createOrgs(platform: Platform) {
  const { db, jobs } = platform
  const tables = db.withTables<AccountTables>()
  const namespaces = createNamespaces(platform)

  jobs.every('orgs.purge', day, async (_payload, { signal }) => {
    for (const orgid of await orgidsDeletedBefore(tables, Date.now() - keptMs)) {
      await namespaces.purge({ orgid }, signal)
      while (await tables.transaction(tx => purgeProjects(tx, { orgid }, purgedAtOnce)));
      while (await tables.transaction(tx => purgeSome(tx, orgid, purgedAtOnce)));
    }
  })

  return {
    async create(userid: string, { orgid, orgname, orgmeta }: InputOf<typeof createOrg>) {
      const org = { orgid, orgname, description: orgmeta.description ?? '', membercount: 0, createdat: Date.now() }
      await tables.transaction(async tx => {
        const { name } = await userOf(tx, userid)
        await insertOrg(tx, { ...org, requiretwofactor: 0, deletedat: null })
        await insertMember(tx, { orgid, userid, name, role: ['Owner'], isexternal: false })
        await record(tx, { orgid, actorid: userid, action: 'org.create', target: orgid, data: { orgname } })
        orgsChanged(tx, userid, orgid)
      })
      return { orgid }
    },

    async rename(actorid: string, orgid: string, orgname: string) {
      await tables.transaction(async tx => {
        await renameOrg(tx, orgid, orgname)
        await record(tx, { orgid, actorid, action: 'org.rename', target: orgid, data: { orgname } })
        orgChanged(tx, orgid, 'org')
      })
      return { orgid, orgname }
    },

    async describe(actorid: string, orgid: string, description: string) {
      await tables.transaction(async tx => {
        await describeOrg(tx, orgid, description)
        await record(tx, { orgid, actorid, action: 'org.describe', target: orgid, data: { description } })
        orgChanged(tx, orgid, 'org')
      })
      return { orgid, orgmeta: description ? { description } : {} }
    },

    async list(userid: string, cursor: string | undefined): Promise<ResponseOf<typeof listOrgs>> {
      const orgs = await orgsOf(tables, userid, cursor ? decodeCursor(cursor, place) : null, pageSize + 1)
      const last = orgs.length > pageSize ? orgs[pageSize - 1] : undefined
      return { orgs: orgs.slice(0, pageSize), cursor: last ? encodeCursor([last.orgname, last.orgid]) : null }
    },

    async isOrgidFree(orgid: string): Promise<boolean> {
      return orgidRule.safeParse(orgid).success && !(await isOrgidTaken(tables, orgid))
    },

    async info(orgid: string): Promise<ResponseOf<typeof orgInfo>> {
      const org = await findOrg(tables, orgid)
      if (!org) throw new Refusal('NOT_FOUND')
      const { orgname, description, membercount, requiretwofactor, createdat } = org
      const orgmeta = description ? { description } : {}
      return { orgid, orgname, orgmeta, membercount, requiretwofactor: requiretwofactor === 1, createdat }
    },

    async requireTwoFactor(actorid: string, orgid: string, requiretwofactor: boolean) {
      await namespaces.andTell(async tx => {
        // Whoever asks it of others would lock themselves out first.
        if (requiretwofactor && !(await isTotpOn(tx, actorid))) throw new Refusal('TWO_FACTOR_OFF')
        await setTwoFactor(tx, orgid, requiretwofactor)
        if (requiretwofactor) await endFileTokensOfAll(tx, { orgid }, await membersWithoutTotp(tx, orgid))
        await record(tx, { orgid, actorid, action: 'org.twofactor', target: orgid, data: { requiretwofactor } })
        orgChanged(tx, orgid, 'org')
      })
      return { orgid, requiretwofactor }
    },

    async transfer(actorid: string, orgid: string, userid: string): Promise<void> {
      await namespaces.andTell(async tx => {
        await stillMay(tx, orgid, actorid, 'org.delete')
        if (!(await rolesIn(tx, orgid, userid))) throw new Refusal('NOT_FOUND')
        await updateRoles(tx, orgid, actorid, ['Admin'])
        await endInvitesBeyond(tx, { orgid, userid: actorid, role: ['Admin'], actorid })
        await updateRoles(tx, orgid, userid, ['Owner'])
        await endFileTokens(tx, { orgid }, actorid)
        await record(tx, { orgid, actorid, action: 'org.transfer', target: userid })
        for (const changed of [actorid, userid]) orgsChanged(tx, changed, orgid)
        orgChanged(tx, orgid, 'users')
      })
    },

    async delete(actorid: string, orgid: string): Promise<void> {
      await namespaces.andTell(async tx => {
        await hideOrg(tx, orgid)
        await filestoresHidden(tx, { orgid })
        await record(tx, { orgid, actorid, action: 'org.delete', target: orgid })
        orgChanged(tx, orgid, 'org')
      })
    },

    async deleted(userid: string): Promise<ResponseOf<typeof listDeletedOrgs>> {
      const rows = await deletedOrgsOf(tables, userid)
      return {
        orgs: rows.map(({ orgid, orgname, deletedat }) => {
          const at = deletedat ?? 0
          return { orgid, orgname, deletedat: at, purgedat: at + keptMs }
        }),
      }
    },

    async restore(actorid: string, orgid: string): Promise<void> {
      await namespaces.andTell(async tx => {
        const mine = (await deletedOrgsOf(tx, actorid)).some(org => org.orgid === orgid)
        if (!mine || !(await showOrg(tx, orgid))) throw new Refusal('NOT_FOUND')
        await filestoresHidden(tx, { orgid })
        await record(tx, { orgid, actorid, action: 'org.restore', target: orgid })
        orgChanged(tx, orgid, 'org')
      })
    },
  }
}
