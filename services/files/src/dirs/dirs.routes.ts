import { createDir, deleteDir, dirInfo, dirPath, listDir, markDir, moveDir, renameDir } from '@plinth/contract/dirs'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Thumbnails } from '../thumbnails/thumbnails.service.ts'
import { createDirs } from './dirs.service.ts'

export function dirRoutes(platform: Platform, bind: Bind, thumbnails: Thumbnails) {
  const dirs = createDirs(platform)

  bind(createDir, (input, { actor }) => dirs.create(actor, input))
  bind(listDir, (input, { actor }) => thumbnails.inList(dirs.list(actor, input)))
  bind(markDir, (input, { actor }) => dirs.marks(actor, input))
  bind(renameDir, (input, { actor }) => dirs.rename(actor, input))
  bind(moveDir, (input, { actor }) => dirs.move(actor, input))
  bind(deleteDir, (input, { actor }) => dirs.delete(actor, input))
  bind(dirInfo, ({ objectid }, { actor }) => dirs.info(actor, objectid))
  bind(dirPath, ({ objectid }, { actor }) => dirs.path(actor, objectid))
}
