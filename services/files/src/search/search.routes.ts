import { recentFiles, searchFiles } from '@plinth/contract/files'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Thumbnails } from '../thumbnails/thumbnails.service.ts'
import { createSearch } from './search.service.ts'

export function searchRoutes(platform: Platform, bind: Bind, thumbnails: Thumbnails) {
  const search = createSearch(platform)

  bind(searchFiles, (input, { actor }) => thumbnails.inList(search.byName(actor, input)))
  bind(recentFiles, ({ cursor }, { actor }) => thumbnails.inList(search.recent(actor, cursor)))
}
