import { createAccessToken, listAccessTokens, revokeAccessToken } from '@plinth/contract/access-tokens'
import { Refusal } from '@plinth/platform/errors'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createEnding } from '../login/ending.ts'

export function accessTokenRoutes(platform: Platform, bind: Bind) {
  const { accessTokens } = platform
  const ending = createEnding(platform)

  bind(createAccessToken, (input, { actor }) => accessTokens.create({ ...input, ...actor }))
  bind(listAccessTokens, async (_input, { actor }) => ({ accesstokens: await accessTokens.list(actor.userid) }))
  bind(revokeAccessToken, async ({ tokenid }, { actor }) => {
    if (!(await ending.accessToken(actor.userid, tokenid))) throw new Refusal('NOT_FOUND')
    return {}
  })
}
