import { createPublicKey } from 'node:crypto'
import type { InputOf } from '@plinth/contract/call'
import { fileTokenLifetimeMs } from '@plinth/contract/file-token'
import type { createNamespace, revokeFileTokens, revokeFileTokensVia } from '@plinth/contract/namespaces'
import { recordActivity } from '@plinth/platform/activity'
import { UPLOAD_KEPT_MS } from '@plinth/platform/blobs/blobs'
import type { Tx } from '@plinth/platform/database/database'
import { sweep } from '@plinth/platform/database/sweep'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { ownerOf } from '../changes.ts'
import { FOLDER, insertEntry, newObjid } from '../entries/entries.repository.ts'
import { sizesOf, sumOfNamespace } from '../sizes/sizes.repository.ts'
import type { FileTables } from '../tables.ts'
import { endSuspensions, resume, revoke, suspend } from './closures.repository.ts'
import {
  findNamespace,
  hideNamespace,
  insertNamespace,
  quotasOf,
  saveOrgQuota,
  setQuota,
} from './namespaces.repository.ts'

export const purgeJob = 'files.purge'
const hour = 3_600_000

export function createNamespaces({ db, jobs }: Platform) {
  const tables = db.withTables<FileTables>()

  // Tokens end long before that, but not what was begun with one.
  jobs.every('revocations.sweep', hour, () =>
    sweep(db, { table: 'revocations', key: 'userid', column: 'before', below: Date.now() - UPLOAD_KEPT_MS }),
  )

  return {
    /** The account service may ask twice, not knowing whether the first time went through. */
    async create({ nsname, pubkey, quota }: InputOf<typeof createNamespace>) {
      const key = publicKeyOf(pubkey)
      await tables.transaction(async tx => {
        const ids = { rootid: newObjid(), trashid: newObjid(), copiesid: newObjid() }
        const [orgid = '', projectid = ''] = nsname.split('/')
        const namespace = { nsname, pubkey: key, orgid, projectid, quota, ...ids, createdat: Date.now() }
        if (await insertNamespace(tx, namespace)) return addTops(tx, nsname, Object.values(ids))
        const known = await findNamespace(tx, nsname)
        if (known?.pubkey !== key) throw new Refusal('NSNAME_TAKEN')
      })
      return { nsname }
    },

    async setQuota(nsname: string, quota: number | null): Promise<void> {
      const found = await tables.transaction(tx => setQuota(tx, nsname, quota))
      if (!found) throw new Refusal('NOT_FOUND')
    },

    async setOrgQuota(orgid: string, quota: number | null): Promise<void> {
      await tables.transaction(tx => saveOrgQuota(tx, orgid, quota))
    },

    async usage(nsnames: string[]) {
      const known = await quotasOf(tables, nsnames)
      const sizes = await sizesOf(
        tables,
        known.map(({ nsname }) => sumOfNamespace(nsname)),
      )
      return {
        usages: known.map(({ nsname, quota }) => {
          return { nsname, quota, used: sizes.get(sumOfNamespace(nsname))?.bytes ?? 0 }
        }),
      }
    },

    async delete(nsname: string): Promise<void> {
      await tables.transaction(async tx => {
        if (!(await hideNamespace(tx, nsname))) throw new Refusal('NOT_FOUND')
        await recordFreed(tx, nsname)
        await endSuspensions(tx, nsname)
        await jobs.enqueue(tx, purgeJob, {})
      })
    },

    async suspend(place: string, suspended: boolean): Promise<void> {
      await tables.transaction(tx => (suspended ? suspend : resume)(tx, place))
    },

    async revoke({ userid, place, before }: InputOf<typeof revokeFileTokens>): Promise<void> {
      await tables.transaction(tx => revoke(tx, { userid, places: [place], before }))
    },

    /** What has ended does not come back, so tokens that are still being made through it are not taken either. */
    async revokeVia({ userid, via }: InputOf<typeof revokeFileTokensVia>): Promise<void> {
      const before = Date.now() + fileTokenLifetimeMs
      await tables.transaction(tx => revoke(tx, { userid, places: [...new Set(via)], before }))
    },
  }
}

/** What it holds counts no longer for the project from here on, though removing it takes its time. */
async function recordFreed(tx: Tx<FileTables>, nsname: string): Promise<void> {
  const { orgid, projectid, fsid } = ownerOf(nsname)
  const sum = sumOfNamespace(nsname)
  const { bytes = 0, files = 0 } = (await sizesOf(tx, [sum])).get(sum) ?? {}
  if (files === 0 && bytes === 0) return
  const freed = { action: 'file.purge', target: nsname, data: { fsid, files }, bytes: -bytes }
  await recordActivity(tx, { orgid, projectid, actorid: '', ...freed })
}

/** Folders that hang in nothing: the top one, the trash, and where copies are made. */
async function addTops(tx: Tx<FileTables>, nsname: string, objids: string[]): Promise<void> {
  const at = { createdat: Date.now(), createdby: '', modifiedat: Date.now(), modifiedby: '', changedat: null }
  for (const objid of objids) {
    const content = { blobhash: null, size: 0, mediatype: null }
    await insertEntry(tx, { objid, nsname, parentid: null, name: '', objtype: FOLDER, ...content, ...at })
  }
}

/** In one spelling, whatever white space it came with. */
function publicKeyOf(pem: string): string {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    // Not a key at all.
  }
  throw new Refusal('BAD_INPUT', { data: { fields: { pubkey: 'This is not an Ed25519 public key in PEM.' } } })
}
