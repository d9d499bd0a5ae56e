import { listOrgUsers, orgUserInfo, removeOrgUser, replaceOrgRoles } from '@plinth/contract/org-users'
import { leaveOrg } from '@plinth/contract/orgs'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createMembers } from './members.service.ts'

export function memberRoutes(platform: Platform, bind: Bind) {
  const members = createMembers(platform)

  bind(listOrgUsers, input => members.list(input))
  bind(orgUserInfo, ({ orgid, userid }) => members.info(orgid, userid))
  bind(replaceOrgRoles, ({ orgid, userid, role }, { actor }) => members.replaceRoles(actor.userid, orgid, userid, role))
  bind(removeOrgUser, async ({ orgid, userid }, { actor }) => {
    await members.remove(actor.userid, orgid, userid)
    return {}
  })
  bind(leaveOrg, async ({ orgid }, { actor }) => {
    await members.leave(orgid, actor.userid)
    return {}
  })
}
