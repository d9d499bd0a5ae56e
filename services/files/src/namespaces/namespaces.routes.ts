import {
  createNamespace,
  deleteNamespace,
  namespaceUsage,
  revokeFileTokens,
  revokeFileTokensVia,
  setNamespaceQuota,
  setOrgQuota,
  suspendNamespaces,
} from '@plinth/contract/namespaces'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createNamespaces } from './namespaces.service.ts'

export function namespaceRoutes(platform: Platform, bind: Bind) {
  const namespaces = createNamespaces(platform)

  bind(createNamespace, input => namespaces.create(input))
  bind(setNamespaceQuota, ({ nsname, quota }) => done(namespaces.setQuota(nsname, quota)))
  bind(setOrgQuota, ({ orgid, quota }) => done(namespaces.setOrgQuota(orgid, quota)))
  bind(namespaceUsage, ({ nsnames }) => namespaces.usage(nsnames))
  bind(deleteNamespace, ({ nsname }) => done(namespaces.delete(nsname)))
  bind(suspendNamespaces, ({ place, suspended }) => done(namespaces.suspend(place, suspended)))
  bind(revokeFileTokens, revocation => done(namespaces.revoke(revocation)))
  bind(revokeFileTokensVia, ended => done(namespaces.revokeVia(ended)))
}
