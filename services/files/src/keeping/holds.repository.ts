import type { Database } from '@plinth/platform/database/database'
import type { FileTables } from '../tables.ts'

export async function insertHold(db: Database<FileTables>, holdid: string, expiresat: number): Promise<void> {
  await db.transaction(async tx => {
    await tx.query.insertInto('sweepholds').values({ holdid, expiresat }).execute()
  })
}

/** False where it has run out: something may have been swept since. */
export async function extendHold(
  db: Database<FileTables>,
  holdid: string,
  { now, expiresat }: { now: number; expiresat: number },
): Promise<boolean> {
  return db.transaction(async tx => {
    const renewed = await tx.query
      .updateTable('sweepholds')
      .set({ expiresat })
      .where('holdid', '=', holdid)
      .where('expiresat', '>', now)
      .returning('holdid')
      .execute()
    return renewed.length > 0
  })
}

/** With those that others left when they died. */
export async function removeHold(db: Database<FileTables>, holdid: string, now: number): Promise<void> {
  await db.transaction(async tx => {
    await tx.query
      .deleteFrom('sweepholds')
      .where(({ eb, or }) => or([eb('holdid', '=', holdid), eb('expiresat', '<', now)]))
      .execute()
  })
}
