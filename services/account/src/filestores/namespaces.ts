import { setTimeout as pause } from 'node:timers/promises'
import type { Call, RequestOf } from '@plinth/contract/call'
import {
  createNamespace,
  deleteNamespace,
  revokeFileTokens,
  revokeFileTokensVia,
  setNamespaceQuota,
  suspendNamespaces,
} from '@plinth/contract/namespaces'
import type { AnyTx, Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { enqueueInCase, enqueueNow } from '@plinth/platform/jobs'
import type { Platform } from '@plinth/platform/service'
import { keptMs, purgedAtOnce } from '../kept.ts'
import type { AccountTables } from '../tables.ts'
import { type Store, type Stores, storedFilestore } from './filestores.repository.ts'
import {
  filestoresDeletedBefore,
  hasFilestores,
  isHidden,
  removeFilestore,
  someFilestores,
} from './namespaces.repository.ts'

const suspendJob = 'filestores.suspend'
const revokeJob = 'filestores.revoke'
const revokeViaJob = 'filestores.revokevia'
const quotaJob = 'filestores.quota'
const settleJob = 'filestores.settle'
const day = 24 * 3_600_000
/** Longer than any call to the file service takes. */
const settledAfterMs = 60_000

/** How the file service names a filestore, or begins the names of several. */
export const nameOf = ({ orgid, projectid, fsid }: Stores) =>
  [orgid, projectid, fsid].filter(part => part !== undefined).join('/')

/** How long somebody who changes what others may waits for the file service to hear of it. */
const heardWithinMs = 3_000

/** Who may something else now in a place: one person, or several. */
type ShutOut = Stores & { userid: string | string[] }

/** Somebody's sessions and access tokens that have ended, as `viaOf` calls them. */
interface Ended {
  userid: string
  via: string[]
}

/** As many sessions, or people, as one call of the file service takes. */
const endedAtOnce = 1_000

type Change =
  | { kind: typeof suspendJob; what: Stores }
  | { kind: typeof revokeJob; what: ShutOut }
  | { kind: typeof revokeViaJob; what: Ended }

/** With the job that says it, should nobody else have. */
type Left = Change & { jobid: string }

/** What the file service is to hear of a transaction. */
const changesOf = new WeakMap<AnyTx, Left[]>()

/** Told after the transaction (`andTell`), since that does not wait for the network, and by a job, should that fail. */
async function tellLater(tx: Tx<AccountTables>, change: Change): Promise<void> {
  const changes = changesOf.get(tx)
  if (!changes) return enqueueNow(tx, change.kind, change.what)
  changes.push({ ...change, jobid: await enqueueInCase(tx, change.kind, change.what) })
}

/** Without filestores the file service has nothing to hear of. */
const areThere = async (tx: Tx<AccountTables>, { orgid, projectid }: Stores) =>
  (await someFilestores(tx, { orgid, projectid }, 1)).length > 0

/** In the transaction that deletes or restores them: tokens and links to these filestores serve no longer, or again. */
export async function filestoresHidden(tx: Tx<AccountTables>, { orgid, projectid, fsid }: Stores): Promise<void> {
  const what = { orgid, projectid, fsid }
  if (await areThere(tx, what)) await tellLater(tx, { kind: suspendJob, what })
}

/**
 * In the transaction that changes what somebody may: the tokens they hold serve no longer, and whoever still has a level
 * gets new ones that say which.
 */
export async function endFileTokens(tx: Tx<AccountTables>, { orgid, projectid, fsid }: Stores, userid: string) {
  const what = { orgid, projectid, fsid, userid }
  if (await areThere(tx, what)) await tellLater(tx, { kind: revokeJob, what })
}

/** The same for all of these. */
export async function endFileTokensOfAll(tx: Tx<AccountTables>, { orgid }: Pick<Stores, 'orgid'>, userids: string[]) {
  if (!(await areThere(tx, { orgid }))) return
  for (let from = 0; from < userids.length; from += endedAtOnce)
    await tellLater(tx, { kind: revokeJob, what: { orgid, userid: userids.slice(from, from + endedAtOnce) } })
}

/**
 * In the transaction that ends sessions and access tokens: what they got for filestores serves no longer. Of places that their
 * owner was shut out of, it does not anyway.
 */
export async function endFileTokensVia(tx: Tx<AccountTables>, userid: string, via: string[]): Promise<void> {
  if (via.length === 0 || !(await hasFilestores(tx, userid))) return
  for (let from = 0; from < via.length; from += endedAtOnce)
    await tellLater(tx, { kind: revokeViaJob, what: { userid, via: via.slice(from, from + endedAtOnce) } })
}

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

  const tellHidden = (place: Stores) =>
    tellUntilTrue(
      () => isHidden(tables, place),
      suspended => tell(suspendNamespaces, { place: nameOf(place), suspended }),
    )

  /** The time is taken here, after the commit: a token that was made while it was under way is older, or as old. */
  const tellRevoked = ({ userid, ...place }: ShutOut) =>
    tell(revokeFileTokens, { place: nameOf(place), userid, before: Date.now() + 1 })

  const tellEnded = (ended: Ended) => tell(revokeFileTokensVia, ended)

  async function tellOf({ jobid, ...change }: Left): Promise<void> {
    if (change.kind === suspendJob) await tellHidden(change.what)
    else if (change.kind === revokeJob) await tellRevoked(change.what)
    else await tellEnded(change.what)
    // Said once more later, it would end the tokens that people have got since.
    await jobs.done(jobid)
  }

  async function remove(store: Store): Promise<void> {
    await tell(deleteNamespace, { nsname: nameOf(store) })
    await tables.transaction(tx => removeFilestore(tx, store))
  }

  async function settle(store: Store): Promise<void> {
    if ((await storedFilestore(tables, store))?.ready === 0) await remove(store)
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

    /**
     * A transaction that changes what people may, or ends what they are signed in by. Before it is answered the file service has heard of it, so that whoever was shut
     * out is, from then on. A job alone could wait behind others. Should the file service not answer, the job says it later.
     */
    async andTell<Result>(work: (tx: Tx<AccountTables>) => Promise<Result>): Promise<Result> {
      const changes: Left[] = []
      const result = await tables.transaction(tx => {
        changes.length = 0
        changesOf.set(tx, changes)
        return work(tx)
      })
      if (changes.length === 0) return result
      const heard = Promise.all(changes.map(tellOf)).catch(() => {})
      const patience = new AbortController()
      await Promise.race([heard, pause(heardWithinMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      return result
    },

    /** All of a project's or an organisation's that is purged, whose rows it removes too. */
    purge: (place: Stores, signal: AbortSignal) => removeAll(() => someFilestores(tables, place, purgedAtOnce), signal),

    /** Says how the jobs are done. Once in a process. */
    work(): void {
      // The file service may be away for longer than a day. The tokens that it would be told to end have ended by then.
      const stubborn = { untilDone: true } as const
      jobs.handle(suspendJob, payload => tellHidden(payload as Stores), stubborn)
      jobs.handle(revokeJob, payload => tellRevoked(payload as ShutOut))
      jobs.handle(revokeViaJob, payload => tellEnded(payload as Ended))
      jobs.handle(quotaJob, payload => tellQuota(payload as Store), stubborn)
      jobs.handle(settleJob, payload => settle(payload as Store), stubborn)
      jobs.every('filestores.purge', day, (_payload, { signal }) =>
        removeAll(() => filestoresDeletedBefore(tables, Date.now() - keptMs, purgedAtOnce), signal),
      )
    },
  }
}
