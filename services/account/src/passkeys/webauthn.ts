import { createHash, randomBytes } from 'node:crypto'
import type { ResponseOf } from '@plinth/contract/call'
import type { startPasskey, startPasskeySignin } from '@plinth/contract/passkeys'
import { Refusal } from '@plinth/platform/errors'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod'
import type { User } from '../users.repository.ts'
import type { StoredPasskey } from './passkeys.repository.ts'

type CreationOptions = ResponseOf<typeof startPasskey>['options']
type RequestOptions = ResponseOf<typeof startPasskeySignin>['options']

const timeout = 5 * 60_000
/** EdDSA, ES256 and RS256: what passkeys of today use, in the order we would rather have them. */
const algorithms = [-8, -7, -257]

/** Needed by few requests and slow to load, so that the start does not wait for it. */
const library = () => import('@simplewebauthn/server')

/** 1,023 bytes, the most that WebAuthn allows, in base64url. */
const longestId = 1_364

export const newChallenge = () => randomBytes(32).toString('base64url')

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(20_000)
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const extensions = { clientExtensionResults: z.record(z.string(), z.unknown()).default({}) }

const created = z.object({
  ...credential,
  ...extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})

const asserted = z.object({
  ...credential,
  ...extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform(handle => handle ?? undefined),
  }),
})
export type Assertion = z.output<typeof asserted>

export const readAssertion = (response: unknown): Assertion => read(asserted, response)

function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('PASSKEY_REFUSED')
  return parsed.data
}

/** A passkey shows this to say whose it is. It tells nobody the user id, and is the same each time, so that a device keeps one. */
const userHandle = (userid: string) => createHash('sha256').update(`passkey ${userid}`).digest('base64url')

const descriptor = ({ passkeyid, transports }: StoredPasskey) => ({
  type: 'public-key' as const,
  id: passkeyid,
  ...(transports ? { transports: transports.split(',') } : {}),
})

/** The page's own address is the only one whose passkeys count. */
export function createWebauthn(publicUrl: string) {
  const rpID = new URL(publicUrl).hostname
  const expected = { expectedOrigin: publicUrl, expectedRPID: rpID, requireUserVerification: true }

  return {
    creationOptions: (challenge: string, { userid, name }: User, existing: StoredPasskey[]): CreationOptions => ({
      challenge,
      rp: { id: rpID, name: 'Plinth' },
      user: { id: userHandle(userid), name: userid, displayName: name },
      pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
      timeout,
      attestation: 'none',
      excludeCredentials: existing.map(descriptor),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    }),

    /** Without any `allowed` the device offers what it has. */
    requestOptions: (challenge: string, allowed: StoredPasskey[]): RequestOptions => ({
      challenge,
      rpId: rpID,
      timeout,
      allowCredentials: allowed.map(descriptor),
      userVerification: 'required',
    }),

    async verifyCreation(json: unknown, expectedChallenge: string) {
      const { verifyRegistrationResponse } = await library()
      const response = read(created, json)
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        expectedChallenge,
        response: response as RegistrationResponseJSON,
        supportedAlgorithmIDs: algorithms,
      }).catch(refuse)
      if (!registrationInfo) throw new Refusal('PASSKEY_REFUSED')
      const { id, publicKey, counter } = registrationInfo.credential
      if (id.length > longestId) throw new Refusal('PASSKEY_REFUSED')
      return {
        passkeyid: id,
        publickey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: response.response.transports.join(','),
      }
    },

    /** Answers the passkey's new counter. */
    async verifyAssertion(response: Assertion, expectedChallenge: string, passkey: StoredPasskey): Promise<number> {
      const { verifyAuthenticationResponse } = await library()
      const { userid, passkeyid, publickey, counter } = passkey
      const handle = response.response.userHandle
      if (handle !== undefined && handle !== userHandle(userid)) throw new Refusal('PASSKEY_REFUSED')
      const publicKey = Uint8Array.from(Buffer.from(publickey, 'base64url'))
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected,
        expectedChallenge,
        response,
        credential: { id: passkeyid, publicKey, counter },
      }).catch(refuse)
      if (!verified) throw new Refusal('PASSKEY_REFUSED')
      return authenticationInfo.newCounter
    },
  }
}

/** The library throws at whatever is not as it should be. What exactly that was is nothing a person could act on. */
function refuse(): never {
  throw new Refusal('PASSKEY_REFUSED')
}
