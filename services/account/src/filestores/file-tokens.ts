import { fileTokenAudience, fileTokenLifetimeMs } from '@plinth/contract/file-token'
import type { FileLevel } from '@plinth/contract/permissions'
import type { Database } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import { type Caller, viaOf } from '@plinth/platform/http/bind'
import { type CryptoKey, importPKCS8, SignJWT } from 'jose'
import type { AccountTables } from '../tables.ts'
import { privateKeyOf, type Store } from './filestores.repository.ts'
import { nameOf } from './namespaces.ts'

const MOST_KEYS = 1_000

interface Grant {
  /** Who gets it, and by what they are signed in. */
  caller: Caller
  level: FileLevel
  /** Before what gives the level was read, so that whoever takes it away afterwards takes this token too. */
  issuedat: number
}

/** Signs what the file service believes. Whether the filestore is there and the level right is for the caller to know. */
export function createFileTokens(tables: Database<AccountTables>) {
  const keys = new Map<string, CryptoKey>()

  /** A filestore's key never changes, so the last used ones are kept: reading one costs more than signing with it. */
  async function keyOf(store: Store): Promise<CryptoKey> {
    const nsname = nameOf(store)
    const key = keys.get(nsname) ?? (await readKey(store))
    keys.delete(nsname)
    keys.set(nsname, key)
    const [oldest] = keys.keys()
    if (keys.size > MOST_KEYS && oldest !== undefined) keys.delete(oldest)
    return key
  }

  async function readKey(store: Store): Promise<CryptoKey> {
    const pem = await privateKeyOf(tables, store)
    if (!pem) throw new Refusal('NOT_FOUND')
    return importPKCS8(pem, 'EdDSA')
  }

  return async (store: Store, { caller, level, issuedat }: Grant) => {
    const lasts = issuedat + fileTokenLifetimeMs
    // No longer than the access token that it is got through.
    const expiresat = 'expiresat' in caller ? Math.min(lasts, caller.expiresat) : lasts
    const token = await new SignJWT({ ns: nameOf(store), level, via: viaOf(caller) })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setSubject(caller.userid)
      .setAudience(fileTokenAudience)
      .setIssuedAt(issuedat / 1_000)
      .setExpirationTime(expiresat / 1_000)
      .sign(await keyOf(store))
    return { token, level, expiresat }
  }
}
