import type { Queries, Tx } from '@plinth/platform/database/database'
import { type Given, prepared } from '@plinth/platform/database/prepared'
import type { Kysely, Selectable } from 'kysely'
import type { FileTables } from '../tables.ts'

export type Namespace = Selectable<FileTables['namespaces']>

const living = prepared((query: Kysely<FileTables>, given: Given<{ nsname: string }>) =>
  query.selectFrom('namespaces').selectAll().where('nsname', '=', given('nsname')).where('deletedat', 'is', null),
)

/** Undefined for one that is deleted too. */
export async function findNamespace(db: Queries<FileTables>, nsname: string): Promise<Namespace | undefined> {
  const [namespace] = await living(db, { nsname })
  return namespace
}

/** False where the name is taken, by a deleted one too: its files may not be gone yet. */
export async function insertNamespace(tx: Tx<FileTables>, namespace: Omit<Namespace, 'trashemptiedat' | 'deletedat'>) {
  const [added] = await tx.query
    .insertInto('namespaces')
    .values({ ...namespace, trashemptiedat: 0 })
    .onConflict(taken => taken.column('nsname').doNothing())
    .returning('nsname')
    .execute()
  return added !== undefined
}

export async function setQuota(tx: Tx<FileTables>, nsname: string, quota: number | null): Promise<boolean> {
  return changeLiving(tx, nsname, { quota })
}

export async function hideNamespace(tx: Tx<FileTables>, nsname: string): Promise<boolean> {
  return changeLiving(tx, nsname, { deletedat: Date.now() })
}

async function changeLiving(tx: Tx<FileTables>, nsname: string, change: Partial<Namespace>): Promise<boolean> {
  const changed = await tx.query
    .updateTable('namespaces')
    .set(change)
    .where('nsname', '=', nsname)
    .where('deletedat', 'is', null)
    .returning('nsname')
    .execute()
  return changed.length > 0
}

export async function setTrashEmptied(tx: Tx<FileTables>, nsname: string, trashemptiedat: number): Promise<void> {
  await tx.query.updateTable('namespaces').set({ trashemptiedat }).where('nsname', '=', nsname).execute()
}

export async function quotasOf(db: Queries<FileTables>, nsnames: readonly string[]) {
  if (nsnames.length === 0) return []
  return db.query
    .selectFrom('namespaces')
    .select(['nsname', 'quota'])
    .where('nsname', 'in', nsnames)
    .where('deletedat', 'is', null)
    .execute()
}

export async function saveOrgQuota(tx: Tx<FileTables>, orgid: string, quota: number | null): Promise<void> {
  await tx.query.deleteFrom('orgquotas').where('orgid', '=', orgid).execute()
  if (quota !== null) await tx.query.insertInto('orgquotas').values({ orgid, quota }).execute()
}

const quotas = prepared((query: Kysely<FileTables>, given: Given<{ nsname: string }>) =>
  query
    .selectFrom('namespaces')
    .leftJoin('orgquotas', 'orgquotas.orgid', 'namespaces.orgid')
    .select(['namespaces.quota as quota', 'orgquotas.quota as ofOrg'])
    .where('nsname', '=', given('nsname'))
    .where('deletedat', 'is', null),
)

/** Its own, and its organisation's. Undefined for one that is deleted. */
export async function quotasOver(db: Queries<FileTables>, nsname: string) {
  const [row] = await quotas(db, { nsname })
  return row
}

export async function deletedNamespaces(db: Queries<FileTables>): Promise<Namespace[]> {
  return db.query.selectFrom('namespaces').selectAll().where('deletedat', 'is not', null).limit(100).execute()
}

export async function removeNamespace(tx: Tx<FileTables>, nsname: string): Promise<void> {
  await tx.query.deleteFrom('namespaces').where('nsname', '=', nsname).execute()
}
