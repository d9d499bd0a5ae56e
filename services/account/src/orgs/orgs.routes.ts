import { createOrg, isOrgidValid, listOrgs } from '@plinth/contract/orgs'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createOrgs } from './orgs.service.ts'

export function orgRoutes(platform: Platform, bind: Bind) {
  const orgs = createOrgs(platform)

  bind(createOrg, (input, { actor }) => orgs.create(actor.userid, input))
  bind(listOrgs, ({ cursor }, { actor }) => orgs.list(actor.userid, cursor))
  bind(isOrgidValid, async ({ orgid }) => ({ valid: await orgs.isOrgidFree(orgid) }))
}
