import * as z from 'zod'
import { fileLevels } from './permissions.ts'

/** Whom a filestore's token is for: signed for anything else it does not serve. */
export const fileTokenAudience = 'plinth-files'

export const fileTokenLifetimeMs = 15 * 60_000

/** A session or an access token, by its id and not by what signs in. */
export const via = z.string().regex(/^(session|token):[\w-]{1,64}$/, 'This is session: or token: and an id.')

/** What it says: the namespace, who holds it, and what they may there. It is a JWT, signed with the namespace's own key. */
export const fileTokenClaims = z.object({
  ns: z.string().min(1).max(200),
  sub: z.string().min(1).max(50),
  level: z.enum(fileLevels.map(({ level }) => level)),
  /** In seconds, with the milliseconds behind the point: a second is long where access was just taken away. */
  iat: z.number(),
  /** The session or access token through which it was got: it ends with that. */
  via: via.optional(),
})
