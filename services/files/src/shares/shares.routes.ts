import {
  createShare,
  downloadShared,
  listShared,
  listShares,
  revokeShare,
  shareInfo,
  unlockShare,
  uploadShared,
  zipShared,
} from '@plinth/contract/shares'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import type { Contents } from '../blobs/contents.service.ts'
import { done } from '../done.ts'
import { sendContent } from '../files/download.ts'
import { current } from '../files/downloads.service.ts'
import { forgetRest } from '../rest-of-body.ts'
import { createRoom } from '../zips/takers.ts'
import { sendZip } from '../zips/zips.routes.ts'
import type { createZips } from '../zips/zips.service.ts'
import { createAdding } from './adding.service.ts'
import { createShares } from './shares.service.ts'
import { createVisits } from './visiting.service.ts'

export function shareRoutes(platform: Platform, bind: Bind, contents: Contents, zips: ReturnType<typeof createZips>) {
  const shares = createShares(platform)
  const visits = createVisits(platform)
  const adding = createAdding(platform, contents, visits)
  const room = createRoom()

  bind(createShare, (input, { actor }) => shares.create(actor, input))
  bind(listShares, (input, { actor }) => shares.list(actor, input))
  bind(revokeShare, ({ shareid }, { actor }) => done(shares.revoke(actor, shareid)))

  bind(shareInfo, (held, { request }) => visits.info(request.ip, held))
  bind(unlockShare, ({ token, password }, { request }) => visits.unlock(request.ip, token, password))
  bind(listShared, (input, { request }) => visits.list(request.ip, input))

  bind(downloadShared, async ({ objectid, ...held }, { request, reply }) => {
    const { share, entry } = await visits.file(request.ip, held, objectid)
    // In parts it could be had again and again for one count.
    if (share.downloadlimit !== null) delete request.headers.range
    const isFirst = !/^bytes=(?!0-)/.test(request.headers.range ?? '')
    const counts = request.method === 'GET' && isFirst
    if (counts) await visits.count(share)
    try {
      await sendContent(contents, request, reply, current(entry, 'attachment'))
    } catch (error) {
      // Whoever could have it failed later would have it again and again for one count.
      if (counts && !reply.raw.headersSent) await visits.giveBack(share)
      throw error
    }
    return undefined
  })
  bind(zipShared, async ({ objectid, ...held }, { request, reply }) => {
    const { share, namespace, entry, taker } = await visits.folder(request.ip, held, objectid)
    room.take(reply, taker.who)
    if (request.method === 'GET') await visits.count(share)
    sendZip(request, reply, zips.ofFolder(namespace, entry, taker))
    return undefined
  })
  bind(uploadShared, async (check, { request, reply }) => {
    try {
      const goOn = () => void (request.headers.expect && reply.raw.writeContinue())
      return await adding.add({ address: request.ip, request: request.raw, goOn }, check)
    } finally {
      forgetRest(request, reply)
    }
  })
}
