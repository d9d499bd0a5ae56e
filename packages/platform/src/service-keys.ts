import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import type { Database } from './database/database.ts'

interface ServiceKeyTables {
  servicekeys: { keyid: string; publickey: string; privatekey: string; createdat: number }
}

interface Keys {
  publickey: KeyObject
  privatekey: KeyObject
}

type Claims = Record<string, string | number>

const KEYID = 'installation'
const MINUTE = 60_000

/**
 * What this installation says to itself: a service that calls another, an address that works for a minute. A token is its
 * claims, whom they are for and until when, with a signature (Ed25519) that only this installation can make.
 */
export function createServiceKeys(database: Database, { now = Date.now }: { now?: () => number } = {}) {
  const { query } = database.withTables<ServiceKeyTables>()
  let loading: Promise<Keys> | undefined

  const stored = () => query.selectFrom('servicekeys').selectAll().where('keyid', '=', KEYID).executeTakeFirst()

  /** Nodes that start at once each make a key; the first that is stored is everybody's. */
  async function load(): Promise<Keys> {
    const pair = generateKeyPairSync('ed25519')
    const row = {
      keyid: KEYID,
      publickey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      privatekey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      createdat: now(),
    }
    const known = await stored()
    if (!known)
      await query
        .insertInto('servicekeys')
        .values(row)
        .onConflict(taken => taken.doNothing())
        .execute()
    const { publickey, privatekey } = known ?? (await stored()) ?? row
    return { publickey: createPublicKey(publickey), privatekey: createPrivateKey(privatekey) }
  }

  /** The key never changes, so it is read once. A failure to read it is not kept. */
  const keys = () => {
    loading ??= load().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }

  return {
    async sign(audience: string, claims: Claims, lifetimeMs = MINUTE): Promise<string> {
      const { privatekey } = await keys()
      const body = Buffer.from(JSON.stringify({ ...claims, audience, expiresat: now() + lifetimeMs }))
      return `${body.toString('base64url')}.${sign(null, body, privatekey).toString('base64url')}`
    },

    /** The claims, or null where the token is not ours, for somebody else, or of the past. */
    async verify(audience: string, token: string): Promise<Claims | null> {
      const [body, signature] = token.split('.').map(part => Buffer.from(part, 'base64url'))
      const { publickey } = await keys()
      if (!body || !signature || !verify(null, body, publickey, signature)) return null
      const { audience: meant, expiresat, ...claims } = JSON.parse(body.toString())
      return meant === audience && expiresat > now() ? claims : null
    },
  }
}

export type ServiceKeys = ReturnType<typeof createServiceKeys>
