import { recentFiles, searchFiles } from '@plinth/contract/files'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createSearch } from './search.service.ts'

export function searchRoutes(platform: Platform, bind: Bind) {
  const search = createSearch(platform)

  bind(searchFiles, ({ search: text, cursor }, { actor }) => search.byName(actor, text, cursor))
  bind(recentFiles, ({ cursor }, { actor }) => search.recent(actor, cursor))
}
