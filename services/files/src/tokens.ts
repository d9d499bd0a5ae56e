import { fileTokenAudience, fileTokenClaims, fileTokenLifetimeMs } from '@plinth/contract/file-token'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { type CryptoKey, decodeJwt, errors, importSPKI, jwtVerify } from 'jose'
import { closuresOf } from './namespaces/closures.repository.ts'
import { findNamespace } from './namespaces/namespaces.repository.ts'
import type { FileTables } from './tables.ts'

const MOST_KEYS = 1_000
const MOST_TOKENS = 5_000
const lifetimeS = fileTokenLifetimeMs / 1_000
const clockTolerance = 5

/**
 * Who holds a token: what it says, as long as the namespace's own key has signed it. Nothing else is known of callers here,
 * so that this service can run apart from the one that knows people.
 */
export function createFileAuthentication({ db }: Platform) {
  const tables = db.withTables<FileTables>()
  const keys = createKeys()
  const claimsOf = createClaims(keys)

  return async (token: string | undefined): Promise<FileActor> => {
    const nsname = namedBy(token)
    const namespace = token && nsname ? await findNamespace(tables, nsname) : undefined
    if (!token || !nsname) throw new Refusal('FILE_TOKEN_INVALID')
    if (!namespace) throw new Refusal('FILE_TOKEN_OTHER')
    const { sub: userid, level, iat } = await claimsOf(token, namespace.pubkey)
    const { suspended, revoked } = await closuresOf(tables, { nsname, userid, issuedat: Math.round(iat * 1_000) })
    if (suspended) throw new Refusal('FILE_TOKEN_OTHER')
    if (revoked) throw new Refusal('FILE_TOKEN_EXPIRED')
    return { nsname, userid, level }
  }
}

/** What it claims, before anybody has checked it: only good for knowing which key to check it with. */
function namedBy(token: string | undefined): string | undefined {
  try {
    const { ns } = decodeJwt(token ?? '')
    return typeof ns === 'string' && ns.length <= 200 && !ns.includes('\0') ? ns : undefined
  } catch {
    return undefined
  }
}

/**
 * Tokens that were found good, until they end: checking a signature takes longer than a small upload takes otherwise. What was
 * taken back meanwhile is another question, and asked each time.
 */
function createClaims(keys: (pem: string) => Promise<CryptoKey>) {
  const known = new Map<string, Awaited<ReturnType<typeof verified>>>()
  return async (token: string, pem: string) => {
    const id = `${pem} ${token}`
    const good = known.get(id)
    if (good && Date.now() / 1_000 < good.endsat) return good
    known.delete(id)
    const claims = await verified(token, await keys(pem))
    known.set(id, claims)
    const [oldest] = known.keys()
    if (known.size > MOST_TOKENS && oldest !== undefined) known.delete(oldest)
    return claims
  }
}

async function verified(token: string, key: CryptoKey) {
  const age = { maxTokenAge: lifetimeS, clockTolerance }
  const checks = { algorithms: ['EdDSA', 'Ed25519'], audience: fileTokenAudience, ...age }
  try {
    const { payload } = await jwtVerify(token, key, checks)
    const claims = fileTokenClaims.parse(payload)
    const endsat = Math.min(payload.exp ?? Number.POSITIVE_INFINITY, claims.iat + lifetimeS)
    return { ...claims, endsat }
  } catch (error) {
    throw new Refusal(error instanceof errors.JWTExpired ? 'FILE_TOKEN_EXPIRED' : 'FILE_TOKEN_INVALID')
  }
}

/** Keys by their text: reading one costs more than checking a signature with it. */
function createKeys() {
  const known = new Map<string, Promise<CryptoKey>>()
  return (pem: string): Promise<CryptoKey> => {
    const key = known.get(pem) ?? importSPKI(pem, 'EdDSA')
    known.delete(pem)
    known.set(pem, key)
    const [oldest] = known.keys()
    if (known.size > MOST_KEYS && oldest !== undefined) known.delete(oldest)
    return key
  }
}
