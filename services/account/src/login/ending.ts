import type { Platform } from '@plinth/platform/service'
import { createNamespaces, endFileTokensVia } from '../filestores/namespaces.ts'

/** How sessions and access tokens end, with all that was got through them, before whoever ends them is answered. */
export function createEnding(platform: Platform) {
  const { sessions, accessTokens } = platform
  const { andTell } = createNamespaces(platform)

  return {
    /** False where it is no session of this person. */
    session: (userid: string, sessionid: string): Promise<boolean> =>
      andTell(async tx => {
        const ended = await sessions.end(tx, { userid, sessionid })
        await endFileTokensVia(tx, userid, ended)
        return ended.length > 0
      }),

    otherSessions: (userid: string, sessionid: string): Promise<void> =>
      andTell(async tx => endFileTokensVia(tx, userid, await sessions.endAll(tx, userid, sessionid))),

    /** False where it is no access token of this person. */
    accessToken: (userid: string, tokenid: string): Promise<boolean> =>
      andTell(async tx => {
        const ended = await accessTokens.revoke(tx, { userid, tokenid })
        await endFileTokensVia(tx, userid, ended)
        return ended.length > 0
      }),
  }
}
