import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { orgid as orgidRule } from '@plinth/contract/fields'
import type { createOrg, listOrgs } from '@plinth/contract/orgs'
import { decodeCursor, encodeCursor } from '@plinth/platform/cursor'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import type { AccountTables } from '../tables.ts'
import { insertMember, insertOrg, orgExists, orgsOf } from './orgs.repository.ts'

const pageSize = 50
/** Where a page of somebody's list begins: after this name and id. */
const place = z.tuple([z.string(), z.string()])

export function createOrgs({ db }: Platform) {
  const tables = db.withTables<AccountTables>()

  return {
    async create(userid: string, { orgid, orgname, orgmeta }: InputOf<typeof createOrg>) {
      const org = { orgid, orgname, description: orgmeta.description ?? '', createdat: Date.now() }
      await tables.transaction(async tx => {
        await insertOrg(tx, org)
        await insertMember(tx, org, userid, ['Owner'])
      })
      return { orgid }
    },

    async list(userid: string, cursor: string | undefined): Promise<ResponseOf<typeof listOrgs>> {
      const orgs = await orgsOf(tables, userid, cursor ? decodeCursor(cursor, place) : null, pageSize + 1)
      const last = orgs.length > pageSize ? orgs[pageSize - 1] : undefined
      return { orgs: orgs.slice(0, pageSize), cursor: last ? encodeCursor([last.orgname, last.orgid]) : null }
    },

    async isOrgidFree(orgid: string): Promise<boolean> {
      return orgidRule.safeParse(orgid).success && !(await orgExists(tables, orgid))
    },
  }
}
