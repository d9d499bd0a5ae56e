import type { Call, RequestOf } from '@plinth/contract/call'
import {
  createNamespace,
  deleteNamespace,
  revokeFileTokens,
  setNamespaceQuota,
  suspendNamespaces,
} from '@plinth/contract/namespaces'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { enqueueNow } from '@plinth/platform/jobs'
import type { Platform } from '@plinth/platform/service'
import { keptMs, purgedAtOnce } from '../kept.ts'
import type { AccountTables } from '../tables.ts'
import { type Store, type Stores, storedFilestore } from './filestores.repository.ts'
import { filestoresDeletedBefore, isHidden, removeFilestore, someFilestores } from './namespaces.repository.ts'

const suspendJob = 'filestores.suspend'
const revokeJob = 'filestores.revoke'
const quotaJob = 'filestores.quota'
const settleJob = 'filestores.settle'
const day = 24 * 3_600_000
/** Longer than any call to the file service takes. */
const settledAfterMs = 60_000

/** How the file service names a filestore, or begins the names of several. */
export const nameOf = ({ orgid, projectid, fsid }: Stores) =>
  [orgid, projectid, fsid].filter(part => part !== undefined).join('/')

/** The file service is told by a job, since a transaction does not wait for the network. Without filestores there is nobody to tell. */
async function tellLater(tx: Tx<AccountTables>, kind: string, place: Stores, payload: object): Promise<void> {
  if ((await someFilestores(tx, place, 1)).length > 0) await enqueueNow(tx, kind, payload)
}

/** In the transaction that deletes or restores them: tokens and links to these filestores serve no longer, or again. */
export const filestoresHidden = (tx: Tx<AccountTables>, { orgid, projectid, fsid }: Stores) =>
  tellLater(tx, suspendJob, { orgid, projectid }, { orgid, projectid, fsid })

/**
 * In the transaction that changes what somebody may: the tokens they hold serve no longer, and whoever still has a level
 * gets new ones that say which.
 */
export const endFileTokens = (tx: Tx<AccountTables>, { orgid, projectid, fsid }: Stores, userid: string) =>
  tellLater(tx, revokeJob, { orgid, projectid }, { orgid, projectid, fsid, userid })

export const quotaChanged = (tx: Tx<AccountTables>, { orgid, projectid, fsid }: Store) =>
  enqueueNow(tx, quotaJob, { orgid, projectid, fsid })

export function createNamespaces({ db, jobs, callService }: Platform) {
  const tables = db.withTables<AccountTables>()
  const ask = callService('files')

  /**
   * A namespace that is not there needs to hear nothing. Whatever else goes wrong may go better the next time; where the call
   * itself is not there, some other server answers in place of the file service.
   */
  async function tell<C extends Call>(call: C, request: RequestOf<C>): Promise<void> {
    const [, error] = await ask(call, request)
    if (!error || (error.errcode === 'NOT_FOUND' && call.errors.includes('NOT_FOUND'))) return
    throw new Refusal('UNAVAILABLE', { cause: new Error(`${call.name}: ${error.errcode}, ${error.msg}`) })
  }

  /**
   * Says what holds now, and says it again if that has changed meanwhile. Of two that run at once the one that ends last has
   * looked last, so what the file service hears last is true.
   */
  async function tellUntilTrue<Value>(look: () => Promise<Value>, say: (value: Value) => Promise<void>) {
    let value = await look()
    for (let said: Value | undefined; said !== value; value = await look()) {
      await say(value)
      said = value
    }
  }

  const tellQuota = (store: Store) =>
    tellUntilTrue(
      async () => (await storedFilestore(tables, store))?.quota ?? null,
      quota => tell(setNamespaceQuota, { nsname: nameOf(store), quota }),
    )

  async function remove(store: Store): Promise<void> {
    await tell(deleteNamespace, { nsname: nameOf(store) })
    await tables.transaction(tx => removeFilestore(tx, store))
  }

  async function removeAll(next: () => Promise<Store[]>, signal: AbortSignal): Promise<void> {
    for (let some = await next(); some.length > 0; some = await next()) {
      for (const store of some) {
        signal.throwIfAborted()
        await remove(store)
      }
    }
  }

  return {
    /** Becomes due where the process died between the two steps of creating: what nobody was told of is taken back. */
    settleLater: (tx: Tx<AccountTables>, store: Store) =>
      jobs.enqueue(tx, settleJob, store, { runAt: Date.now() + settledAfterMs }),

    register: (store: Store, pubkey: string) => tell(createNamespace, { nsname: nameOf(store), pubkey, quota: null }),

    /** Before whoever changed it is answered, so that it holds for what they do next. Should that fail, the job says it later. */
    quotaHolds: (store: Store) => tellQuota(store).catch(() => {}),

    /** All of a project's or an organisation's that is purged, whose rows it removes too. */
    purge: (place: Stores, signal: AbortSignal) => removeAll(() => someFilestores(tables, place, purgedAtOnce), signal),

    /** Says how the jobs are done. Once in a process. */
    work(): void {
      jobs.handle(suspendJob, async payload => {
        const place = payload as Stores
        await tellUntilTrue(
          () => isHidden(tables, place),
          suspended => tell(suspendNamespaces, { place: nameOf(place), suspended }),
        )
      })
      jobs.handle(revokeJob, async payload => {
        const { userid, ...place } = payload as Stores & { userid: string }
        // The time is taken here, after the commit: a token that was made while it was under way is older, or as old.
        await tell(revokeFileTokens, { place: nameOf(place), userid, before: Date.now() + 1 })
      })
      jobs.handle(quotaJob, payload => tellQuota(payload as Store))
      jobs.handle(settleJob, async payload => {
        const store = payload as Store
        if ((await storedFilestore(tables, store))?.ready === 0) await remove(store)
      })
      jobs.every('filestores.purge', day, (_payload, { signal }) =>
        removeAll(() => filestoresDeletedBefore(tables, Date.now() - keptMs, purgedAtOnce), signal),
      )
    },
  }
}
