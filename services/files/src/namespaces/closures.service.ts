import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { FileTables } from '../tables.ts'
import { closuresOf } from './closures.repository.ts'

/** So long what was found at the beginning of a request counts at its end. */
const freshMs = 1_000

/** Bytes may take hours to come. Whoever was shut out meanwhile, or whose filestore was closed, makes no file of them. */
export async function refuseShutOut(db: Queries<FileTables>, { nsname, userid, held }: FileActor): Promise<void> {
  if (!held || Date.now() - held.foundat < freshMs) return
  const { issuedat, via } = held
  const { suspended, revoked } = await closuresOf(db, { nsname, userid, issuedat, via })
  if (suspended) throw new Refusal('FILE_TOKEN_OTHER')
  if (revoked) throw new Refusal('FILE_TOKEN_EXPIRED')
}
