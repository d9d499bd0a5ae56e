import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { type Namespace, quotasOver } from '../namespaces/namespaces.repository.ts'
import { sizesOf, sumOfNamespace, sumOfOrg } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { reservedIn, reservedInOrg } from '../uploads/uploads.repository.ts'

/**
 * How many bytes may still come, null for as many as there is room. What uploads that are under way have announced is taken: they
 * would fail at their end otherwise. Asked inside the transaction that adds or announces them it is exact for the filestore; what
 * its organisation holds elsewhere is counted a moment later. It is less than nothing where a quota was made smaller. The quota is
 * read anew each time: bytes may take hours to come, and what was set meanwhile holds for them.
 */
async function roomFor(db: Queries<FileTables>, { nsname, orgid }: Namespace): Promise<number | null> {
  const quotas = await quotasOver(db, nsname)
  if (!quotas) throw new Refusal('FILE_TOKEN_OTHER')
  const { quota, ofOrg } = quotas
  if (quota === null && ofOrg === null) return null
  const [namespace, org] = [sumOfNamespace(nsname), sumOfOrg(orgid)]
  const sizes = await sizesOf(db, [namespace, org])
  const used = (key: string) => sizes.get(key)?.bytes ?? 0
  const left = quota === null ? [] : [quota - used(namespace) - (await reservedIn(db, nsname))]
  if (ofOrg !== null) left.push(ofOrg - used(org) - (await reservedInOrg(db, orgid)))
  return Math.min(...left)
}

export async function bytesLeft(db: Queries<FileTables>, namespace: Namespace): Promise<number | null> {
  const room = await roomFor(db, namespace)
  return room === null ? null : Math.max(0, room)
}

/** `reserved` is what these very bytes have reserved when they were announced. */
export async function refuseBeyondQuota(
  db: Queries<FileTables>,
  namespace: Namespace,
  bytes: number,
  reserved = 0,
): Promise<void> {
  const room = await roomFor(db, namespace)
  if (room !== null && bytes > room + reserved) throw new Refusal('QUOTA_FULL')
}
