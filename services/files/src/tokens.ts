import { fileTokenAudience, fileTokenClaims, fileTokenLifetimeMs } from '@plinth/contract/file-token'
import { Refusal } from '@plinth/platform/errors'
import type { FileActor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { type CryptoKey, decodeJwt, errors, importSPKI, jwtVerify } from 'jose'
import { admissionOf, type Held, recallRevocations } from './namespaces/closures.repository.ts'
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
  const tokens = createTokens()

  return async (token: string | undefined): Promise<FileActor> => {
    const claimed = token === undefined ? undefined : tokens.claimedBy(token)
    if (!token || !claimed) throw new Refusal('FILE_TOKEN_INVALID')
    const found = await admissionOf(tables, claimed)
    if (!found) throw new Refusal('FILE_TOKEN_OTHER')
    const { ns: nsname, sub: userid, level } = await tokens.verified(token, found.pubkey)
    if (found.suspended) throw new Refusal('FILE_TOKEN_OTHER')
    if (found.revoked) {
      await recallRevocations(tables, claimed, Date.now())
      throw new Refusal('FILE_TOKEN_EXPIRED')
    }
    const { issuedat, via } = claimed
    return { nsname, userid, level, held: { issuedat, via, foundat: Date.now() } }
  }
}

/** What it claims, before anybody has checked it: good for knowing which key to check it with, and what else to ask. */
function claimedBy(token: string): Held | undefined {
  try {
    const { ns, sub, iat, via } = decodeJwt(token)
    if (!isText(ns, 200)) return undefined
    // Whatever is wrong with the others, the check will say: until then they only must not disturb the database.
    const issuedat = Math.round(Number(iat) * 1_000)
    return {
      nsname: ns,
      userid: isText(sub, 50) ? sub : '',
      issuedat: Number.isSafeInteger(issuedat) ? issuedat : 0,
      via: isText(via, 100) ? via : '',
    }
  } catch {
    return undefined
  }
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && !value.includes('\0')

type Verified = Awaited<ReturnType<typeof verified>>

/**
 * Tokens that were found good, until they end: checking a signature takes longer than a small upload takes otherwise. What was
 * taken back meanwhile is another question, and asked each time.
 */
function createTokens() {
  const keyOf = createKeys()
  const known = new Map<string, { pem: string; claimed: Held; claims: Verified }>()
  return {
    claimedBy: (token: string) => known.get(token)?.claimed ?? claimedBy(token),

    async verified(token: string, pem: string): Promise<Verified> {
      const good = known.get(token)
      if (good && good.pem === pem && Date.now() / 1_000 < good.claims.endsat) return good.claims
      known.delete(token)
      const claims = await verified(token, await keyOf(pem))
      const { ns: nsname, sub: userid, iat, via = '' } = claims
      const claimed = { nsname, userid, issuedat: Math.round(iat * 1_000), via }
      known.set(token, { pem, claimed, claims })
      const [oldest] = known.keys()
      if (known.size > MOST_TOKENS && oldest !== undefined) known.delete(oldest)
      return claims
    },
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
