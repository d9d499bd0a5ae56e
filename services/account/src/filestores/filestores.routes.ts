import {
  createFilestore,
  deleteFilestore,
  filestoreToken,
  listDeletedFilestores,
  listFilestoreAccess,
  listFilestores,
  listMemberAccess,
  renameFilestore,
  restoreFilestore,
  setFilestoreAccess,
  setFilestoreQuota,
} from '@plinth/contract/filestores'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { done } from '../done.ts'
import { createFilestoreAccess } from './access.service.ts'
import { createFilestores } from './filestores.service.ts'

export function filestoreRoutes(platform: Platform, bind: Bind) {
  const filestores = createFilestores(platform)
  const access = createFilestoreAccess(platform)

  bind(createFilestore, ({ fsname, ...place }, { actor }) => filestores.create(actor.userid, place, fsname))
  bind(listFilestores, (input, { actor }) => filestores.list(actor.userid, input))
  bind(filestoreToken, (store, { actor }) => filestores.token(actor, store))
  bind(renameFilestore, ({ fsname, ...store }, { actor }) => filestores.rename(actor.userid, store, fsname))
  bind(setFilestoreQuota, ({ quota, ...store }, { actor }) => filestores.setQuota(actor.userid, store, quota))
  bind(deleteFilestore, (store, { actor }) => done(filestores.delete(actor.userid, store)))
  bind(listDeletedFilestores, input => filestores.deleted(input))
  bind(restoreFilestore, (store, { actor }) => filestores.restore(actor.userid, store))
  bind(listFilestoreAccess, (input, { actor }) => access.list(actor.userid, input))
  bind(listMemberAccess, input => access.ofMember(input))
  bind(setFilestoreAccess, ({ userid, level, ...store }, { actor }) => access.set(actor.userid, store, userid, level))
}
