import {
  createOrg,
  deleteOrg,
  editOrgMeta,
  editOrgName,
  isOrgidValid,
  listDeletedOrgs,
  listOrgs,
  orgInfo,
  orgRolesInfo,
  requireTwoFactor,
  restoreOrg,
  transferOrg,
} from '@plinth/contract/orgs'
import { orgRoles } from '@plinth/contract/permissions'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createOrgs } from './orgs.service.ts'

export function orgRoutes(platform: Platform, bind: Bind) {
  const orgs = createOrgs(platform)

  bind(createOrg, (input, { actor }) => orgs.create(actor.userid, input))
  bind(listOrgs, ({ cursor }, { actor }) => orgs.list(actor.userid, cursor))
  bind(isOrgidValid, async ({ orgid }) => ({ valid: await orgs.isOrgidFree(orgid) }))
  bind(orgRolesInfo, async () => ({ roles: orgRoles.map(({ role, info }) => ({ role, info })) }))
  bind(editOrgName, ({ orgid, orgname }, { actor }) => orgs.rename(actor.userid, orgid, orgname))
  bind(editOrgMeta, ({ orgid, orgmeta }, { actor }) => orgs.describe(actor.userid, orgid, orgmeta.description))
  bind(orgInfo, ({ orgid }) => orgs.info(orgid))
  bind(requireTwoFactor, ({ orgid, requiretwofactor }, { actor }) =>
    orgs.requireTwoFactor(actor.userid, orgid, requiretwofactor),
  )
  bind(transferOrg, ({ orgid, userid }, { actor }) => done(orgs.transfer(actor.userid, orgid, userid)))
  bind(deleteOrg, ({ orgid }, { actor }) => done(orgs.delete(actor.userid, orgid)))
  bind(listDeletedOrgs, (_input, { actor }) => orgs.deleted(actor.userid))
  bind(restoreOrg, ({ orgid }, { actor }) => done(orgs.restore(actor.userid, orgid)))
}
