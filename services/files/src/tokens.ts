import { fileTokenAudience, fileTokenClaims, fileTokenLifetimeMs } from '@plinth/contract/file-token'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { type CryptoKey, decodeJwt, errors, importSPKI, jwtVerify } from 'jose'
import { closuresOf } from './namespaces/closures.repository.ts'
import { findNamespace } from './namespaces/namespaces.repository.ts'
import type { FileTables } from './tables.ts'

const MOST_KEYS = 1_000

/**
 * Who holds a token: what it says, as long as the namespace's own key has signed it. Nothing else is known of callers here,
 * so that this service can run apart from the one that knows people.
 */
export function createFileAuthentication({ db }: Platform) {
  const tables = db.withTables<FileTables>()
  const keys = createKeys()

  return async (token: string | undefined): Promise<FileActor> => {
    const nsname = namedBy(token)
    const namespace = token && nsname ? await findNamespace(tables, nsname) : undefined
    if (!token || !nsname) throw new Refusal('FILE_TOKEN_INVALID')
    if (!namespace) throw new Refusal('FILE_TOKEN_OTHER')
    const { sub: userid, level, iat } = await verified(token, await keys(namespace.pubkey))
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

async function verified(token: string, key: CryptoKey) {
  const maxTokenAge = fileTokenLifetimeMs / 1_000
  const checks = { algorithms: ['EdDSA', 'Ed25519'], audience: fileTokenAudience, maxTokenAge, clockTolerance: 5 }
  try {
    const { payload } = await jwtVerify(token, key, checks)
    return fileTokenClaims.parse(payload)
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
