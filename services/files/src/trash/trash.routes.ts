import { deleteTrash, emptyTrash, listTrash, restoreTrash } from '@plinth/contract/trash'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createTrash } from './trash.service.ts'

export function trashRoutes(platform: Platform, bind: Bind) {
  const trash = createTrash(platform)

  bind(listTrash, ({ cursor }, { actor }) => trash.list(actor, cursor))
  bind(restoreTrash, ({ objectid }, { actor }) => trash.restore(actor, objectid))
  bind(deleteTrash, ({ objectid }, { actor }) => done(trash.delete(actor, objectid)))
  bind(emptyTrash, (_input, { actor }) => done(trash.empty(actor)))
}
