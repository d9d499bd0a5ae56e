import { listVersions, restoreVersion } from '@plinth/contract/versions'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createVersions } from './versions.service.ts'

export function versionRoutes(platform: Platform, bind: Bind) {
  const versions = createVersions(platform)

  bind(listVersions, ({ objectid }, { actor }) => versions.list(actor, objectid))
  bind(restoreVersion, ({ objectid, versionno }, { actor }) => versions.restore(actor, objectid, versionno))
}
