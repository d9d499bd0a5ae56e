import type { Queries } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { type Namespace, orgQuota } from '../namespaces/namespaces.repository.ts'
import { sizesOf, sumOfNamespace, sumOfOrg } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'

/**
 * How many bytes may still come, null for as many as there is room. Asked inside the transaction that adds them it is exact for
 * the filestore; what its organisation holds elsewhere is counted a moment later.
 */
export async function bytesLeft(db: Queries<FileTables>, { nsname, orgid, quota }: Namespace): Promise<number | null> {
  const ofOrg = await orgQuota(db, orgid)
  if (quota === null && ofOrg === null) return null
  const [namespace, org] = [sumOfNamespace(nsname), sumOfOrg(orgid)]
  const sizes = await sizesOf(db, [namespace, org])
  const used = (key: string) => sizes.get(key)?.bytes ?? 0
  const left = [...(quota === null ? [] : [quota - used(namespace)]), ...(ofOrg === null ? [] : [ofOrg - used(org)])]
  return Math.max(0, Math.min(...left))
}

export async function refuseBeyondQuota(db: Queries<FileTables>, namespace: Namespace, bytes: number): Promise<void> {
  const left = await bytesLeft(db, namespace)
  if (left !== null && bytes > left) throw new Refusal('QUOTA_FULL')
}
