import * as z from 'zod'
import { call } from './call.ts'
import { line } from './fields.ts'
import { credentials, currentPassword } from './login.ts'

const base = { auth: 'token', permission: 'self', errMsg: true } as const

/** What the passkey answered, in WebAuthn's JSON form (`credential.toJSON()`). Checked in full where it is verified. */
const webauthnJson = z.record(z.string(), z.unknown())

const descriptor = z.strictObject({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()).optional(),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const creationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
})

const ticket = z.string().min(1).max(200)

const passkey = z.strictObject({
  passkeyid: z.string(),
  name: z.string(),
  createdat: z.number(),
  lastusedat: z.number().nullable(),
})
export type Passkey = z.output<typeof passkey>

export const listPasskeys = call({
  ...base,
  name: 'listPasskeys',
  summary: "The caller's passkeys, the newest first.",
  method: 'GET',
  path: '/login/passkeys/list',
  request: z.object({}),
  response: z.strictObject({ passkeys: z.array(passkey) }),
  errors: [],
})

export const startPasskey = call({
  ...base,
  name: 'startPasskey',
  summary: 'Begin to add a passkey: what the browser needs to make one.',
  method: 'POST',
  path: '/login/passkeys/start',
  request: z.object({ password: currentPassword }),
  response: z.strictObject({ ticket: z.string(), options: creationOptions }),
  errors: ['WRONG_PASSWORD', 'TOO_MANY_PASSKEYS'],
})

export const addPasskey = call({
  ...base,
  name: 'addPasskey',
  summary: 'Add the passkey that the browser made.',
  method: 'POST',
  path: '/login/passkeys/add',
  request: z.object({ ticket, name: line(1, 50, 'Please give the passkey a name.'), response: webauthnJson }),
  response: z.strictObject({ passkey }),
  errors: ['PASSKEY_REFUSED', 'PASSKEY_EXPIRED', 'TOO_MANY_PASSKEYS'],
})

export const removePasskey = call({
  ...base,
  name: 'removePasskey',
  summary: 'Remove a passkey.',
  method: 'POST',
  path: '/login/passkeys/remove',
  request: z.object({ passkeyid: z.string().min(1).max(1400) }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})

/** Without a ticket: instead of a password. With the ticket of TWO_FACTOR_NEEDED: as the second step. */
export const startPasskeySignin = call({
  name: 'startPasskeySignin',
  summary: 'Begin a sign-in with a passkey, instead of a password or as its second step.',
  method: 'POST',
  path: '/login/passkeys/signin/start',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ ticket: ticket.optional() }),
  response: z.strictObject({ ticket: z.string(), options: requestOptions }),
  errors: ['SIGNIN_EXPIRED'],
  errMsg: true,
})

export const signinPasskey = call({
  name: 'signinPasskey',
  summary: 'Sign in with what the passkey answered.',
  method: 'POST',
  path: '/login/passkeys/signin',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ ticket, response: webauthnJson }),
  response: credentials,
  errors: ['PASSKEY_REFUSED', 'SIGNIN_EXPIRED'],
  errMsg: true,
})
