import { generateKeyPairSync } from 'node:crypto'
import type { InputOf, ResponseOf } from '@plinth/contract/call'
import type { Filestore, filestoreToken, listDeletedFilestores, listFilestores } from '@plinth/contract/filestores'
import type { ProjectRole } from '@plinth/contract/permissions'
import { cutPage, decodeCursor } from '@plinth/platform/cursor'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Caller } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import * as z from 'zod'
import { keptMs } from '../kept.ts'
import type { Place } from '../projects/projects.repository.ts'
import type { AccountTables } from '../tables.ts'
import { createFileTokens } from './file-tokens.ts'
import { recordFilestore } from './filestore-record.ts'
import { levelIn } from './filestores.policy.ts'
import {
  deletedPage,
  filestoreNamed,
  filestorePage,
  findFilestore,
  fsnameKey,
  hideFilestore,
  insertFilestore,
  type ListedFilestore,
  markReady,
  newFsid,
  renameFilestore,
  type Store,
  searchFilestores,
  setQuota,
  showFilestore,
  storedFilestore,
  takenAmong,
} from './filestores.repository.ts'
import { createNamespaces, filestoresHidden, quotaChanged } from './namespaces.ts'
import { refuseUnlessManager, rolesInProject, rolesStill } from './standing.ts'

const deletedAtOnce = 50
const byName = z.tuple([z.string()])
const byWord = z.tuple([z.string(), z.string()])
const byTime = z.tuple([z.number(), z.string()])

const shown = ({ fsid, fsname, quota, createdat, level }: ListedFilestore, roles: ProjectRole[]): Filestore => {
  return { fsid, fsname, level: levelIn(roles, level), quota, createdat }
}

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publickey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privatekey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** The name it had, or where that is taken meanwhile the first free one made from it. */
async function freeName(tx: Tx<AccountTables>, store: Store, fsname: string): Promise<string> {
  const number = (n: number) => (n === 1 ? ' (restored)' : ` (restored ${n})`)
  // Not in the middle of a character that takes two.
  const cut = (ending: string) =>
    fsname
      .slice(0, 50 - ending.length)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd() + ending
  const names = [fsname, ...Array.from({ length: 20 }, (_, n) => cut(number(n + 1))), cut(` (${store.fsid})`)]
  const taken = await takenAmong(tx, store, names)
  return names.find(name => !taken.has(fsnameKey(name))) ?? fsname
}

export function createFilestores(platform: Platform) {
  const tables = platform.db.withTables<AccountTables>()
  const namespaces = createNamespaces(platform)
  const sign = createFileTokens(tables)
  namespaces.work()

  /** One that is there, for somebody who manages filestores. */
  async function managed(tx: Tx<AccountTables>, actorid: string, store: Store) {
    await refuseUnlessManager(tx, store, actorid)
    const filestore = await findFilestore(tx, store, actorid)
    if (!filestore) throw new Refusal('NOT_FOUND')
    return filestore
  }

  type List = InputOf<typeof listFilestores>

  async function page({ fsname, fsid, search, limit, cursor, ...place }: List, userid: string) {
    if (fsid !== undefined) {
      const one = await findFilestore(tables, { ...place, fsid }, userid)
      return { rows: one ? [one] : [], cursor: null }
    }
    if (fsname !== undefined) return { rows: await filestoreNamed(tables, place, userid, fsname), cursor: null }
    if (search) {
      const after = cursor ? decodeCursor(cursor, byWord) : null
      const found = await searchFilestores(tables, place, userid, { search, after, limit: limit + 1 })
      return cutPage(found, limit, ({ word, fsid }) => [word, fsid])
    }
    const after = cursor ? decodeCursor(cursor, byName)[0] : null
    const rows = await filestorePage(tables, place, userid, { after, limit: limit + 1 })
    return cutPage(rows, limit, ({ fsnamekey }) => [fsnamekey])
  }

  /** The name is taken from here on, but nobody sees the filestore until the file service knows it. */
  async function begin(actorid: string, store: Store, fsname: string): Promise<string> {
    const keys = newKeys()
    const times = { createdat: Date.now(), createdby: actorid, deletedat: null }
    await tables.transaction(async tx => {
      await refuseUnlessManager(tx, store, actorid)
      await insertFilestore(tx, { ...store, fsname, ...keys, quota: null, ready: 0, ...times })
      await namespaces.settleLater(tx, store)
    })
    return keys.publickey
  }

  async function finish(actorid: string, store: Store, fsname: string): Promise<void> {
    await tables.transaction(async tx => {
      await refuseUnlessManager(tx, store, actorid)
      if (!(await markReady(tx, store))) throw new Refusal('UNAVAILABLE')
      await recordFilestore(tx, { ...store, actorid, action: 'filestore.create', fsname })
    })
  }

  return {
    async create(actorid: string, place: Place, fsname: string) {
      const store = { ...place, fsid: newFsid() }
      const publickey = await begin(actorid, store, fsname)
      try {
        await namespaces.register(store, publickey)
        await finish(actorid, store, fsname)
      } catch (error) {
        // The name is free to try again with. The job that was left takes the rest away, once the file service answers.
        await tables.transaction(tx => hideFilestore(tx, store))
        throw error
      }
      return { fsid: store.fsid, fsname }
    },

    async list(userid: string, input: List): Promise<ResponseOf<typeof listFilestores>> {
      const [{ rows, cursor }, roles] = await Promise.all([page(input, userid), rolesInProject(tables, input, userid)])
      return { filestores: rows.map(row => shown(row, roles)), cursor }
    },

    async token(caller: Caller, store: Store): Promise<ResponseOf<typeof filestoreToken>> {
      const { userid } = caller
      const issuedat = Date.now()
      const [filestore, roles] = await Promise.all([
        findFilestore(tables, store, userid),
        rolesStill(tables, store, userid),
      ])
      if (!filestore) throw new Refusal('NOT_FOUND')
      const mayOnlyRead = 'scope' in caller && caller.scope === 'read'
      const level = mayOnlyRead ? 'viewer' : levelIn(roles, filestore.level)
      return sign(store, { caller, level, issuedat })
    },

    async rename(actorid: string, store: Store, fsname: string) {
      await tables.transaction(async tx => {
        const filestore = await managed(tx, actorid, store)
        if (filestore.fsname === fsname) return
        await renameFilestore(tx, store, fsname)
        await recordFilestore(tx, { ...store, actorid, action: 'filestore.rename', fsname })
      })
      return { fsid: store.fsid, fsname }
    },

    async setQuota(actorid: string, store: Store, quota: number | null) {
      await tables.transaction(async tx => {
        const { fsname } = await managed(tx, actorid, store)
        await setQuota(tx, store, quota)
        await quotaChanged(tx, store)
        const data = quota === null ? {} : { quota }
        await recordFilestore(tx, { ...store, actorid, action: 'filestore.quota', fsname, data })
      })
      await namespaces.quotaHolds(store)
      return { fsid: store.fsid, quota }
    },

    async delete(actorid: string, store: Store): Promise<void> {
      await namespaces.andTell(async tx => {
        const { fsname } = await managed(tx, actorid, store)
        await hideFilestore(tx, store)
        await filestoresHidden(tx, store)
        await recordFilestore(tx, { ...store, actorid, action: 'filestore.delete', fsname })
      })
    },

    async deleted({
      cursor,
      ...place
    }: InputOf<typeof listDeletedFilestores>): Promise<ResponseOf<typeof listDeletedFilestores>> {
      const after = cursor ? decodeCursor(cursor, byTime) : null
      const rows = await deletedPage(tables, place, after, deletedAtOnce + 1)
      const filestores = rows.map(({ fsid, fsname, deletedat }) => {
        const at = deletedat ?? 0
        return { fsid, fsname, deletedat: at, purgedat: at + keptMs }
      })
      const page = cutPage(filestores, deletedAtOnce, ({ deletedat, fsid }) => [deletedat, fsid])
      return { filestores: page.rows, cursor: page.cursor }
    },

    async restore(actorid: string, store: Store) {
      const fsname = await namespaces.andTell(async tx => {
        await refuseUnlessManager(tx, store, actorid)
        const stored = await storedFilestore(tx, store)
        // One that is due to be purged may lose its files at any moment.
        if (!stored?.ready || !stored.deletedat || stored.deletedat < Date.now() - keptMs)
          throw new Refusal('NOT_FOUND')
        const fsname = await freeName(tx, store, stored.fsname)
        if (fsname !== stored.fsname) await renameFilestore(tx, store, fsname)
        await showFilestore(tx, store)
        await filestoresHidden(tx, store)
        await recordFilestore(tx, { ...store, actorid, action: 'filestore.restore', fsname })
        return fsname
      })
      return { fsid: store.fsid, fsname }
    },
  }
}
