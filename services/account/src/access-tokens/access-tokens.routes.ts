import { createAccessToken, listAccessTokens, revokeAccessToken } from '@plinth/contract/access-tokens'
import { Refusal } from '@plinth/platform/errors'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'

export function accessTokenRoutes({ accessTokens }: Platform, bind: Bind) {
  bind(createAccessToken, (input, { actor }) => accessTokens.create({ ...input, userid: actor.userid }))
  bind(listAccessTokens, async (_input, { actor }) => ({ accesstokens: await accessTokens.list(actor.userid) }))
  bind(revokeAccessToken, async ({ tokenid }, { actor }) => {
    if (!(await accessTokens.revoke({ userid: actor.userid, tokenid }))) throw new Refusal('NOT_FOUND')
    return {}
  })
}
