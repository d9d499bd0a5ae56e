import * as z from 'zod'

/**
 * Every errcode Plinth can answer: its HTTP status and the sentence a person reads.
 * A code, once released, keeps its meaning: scripts compare it.
 */
export const errors = {
  // Any call can answer these.
  BAD_INPUT: [400, 'Some of the values are not right.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  TOO_LARGE: [413, 'The request is larger than this call accepts.'],
  UNSUPPORTED_TYPE: [415, 'This call takes JSON (content-type application/json).'],
  TOO_MANY_TRIES: [429, 'Too many tries. Wait a little, then try again.'],
  SERVER_ERROR: [500, 'Something went wrong on server side'],
  UNAVAILABLE: [503, 'The server is starting or stopping. Try again in a moment.'],

  // Calls that need a token, or a role.
  UNAUTHENTICATED: [401, 'Sign in to go on.'],
  FORBIDDEN: [403, 'Your role does not allow this. Ask an owner.'],

  // Accounts.
  USERID_TAKEN: [409, 'This user id is already taken.'],
  EMAIL_TAKEN: [409, 'An account with this e-mail address exists. Sign in instead.'],
  WRONG_CREDENTIALS: [401, 'The user id or the password is not right.'],
  SIGNUP_CLOSED: [403, 'Only invited people can sign up here.'],
  WRONG_PASSWORD: [403, 'The current password is not right.'],
  WRONG_USER: [403, 'This link belongs to another user. Sign in as that user and try again.'],
  LINK_DEAD: [410, 'This link has expired or was used before. Ask for a new one.'],
  EMAIL_VERIFIED_ALREADY: [409, 'This e-mail address is verified already.'],
  TOKEN_SCOPE: [403, 'This access token does not allow that.'],
  TOO_MANY_TOKENS: [409, 'There are 50 access tokens already. Revoke one first.'],

  // Two-factor sign-in and passkeys.
  TWO_FACTOR_NEEDED: [401, 'Enter the code of your authenticator app.'],
  TWO_FACTOR_ON: [409, 'Two-factor sign-in is on already.'],
  TWO_FACTOR_OFF: [409, 'Two-factor sign-in is not on.'],
  WRONG_CODE: [403, 'The code is not right.'],
  PASSKEY_REFUSED: [403, 'The passkey was not accepted.'],
  TOO_MANY_PASSKEYS: [409, 'There are 20 passkeys already. Remove one first.'],

  // Single sign-on.
  SSO_OFF: [404, 'This server is not set up for that way to sign in.'],
  SSO_FAILED: [401, 'The provider did not confirm who you are. Try again.'],
  SSO_NO_ACCOUNT: [404, 'There is no account for you yet. Choose a user id to sign up.'],
  SSO_EMAIL_HAS_ACCOUNT: [409, 'An account with your e-mail address exists. Sign in to it the way you did before.'],
  SSO_EXPIRED: [410, 'This took too long or was done before. Continue with the provider again.'],
  GITHUB_TOKEN_MISSING_EMAIL_AT: [422, 'GitHub named no verified e-mail address. Enter one to go on.'],

  // Organisations.
  ORGID_TAKEN: [409, 'Org id is already taken.'],
  TWO_FACTOR_REQUIRED: [403, 'This organisation requires two-factor sign-in. Turn it on in your account settings.'],
  LAST_OWNER: [409, 'An organisation always keeps an Owner. Make somebody else Owner first.'],
  ROLE_ABOVE_OWN: [403, 'You can only grant roles up to your own.'],

  // Invites.
  EMAIL_UNVERIFIED: [403, 'Verify your e-mail address first; then you can invite others.'],
  ALREADY_MEMBER: [409, 'This person belongs to the organisation already.'],
  INVITE_PENDING: [409, 'This person has an invite that waits for an answer.'],
  INVITE_DEAD: [410, 'This invite has expired, was cancelled or was answered already.'],
  INVITE_OTHER_USER: [403, 'This invite was sent to another address. Sign in with that one.'],
  NO_SUCH_USER: [404, 'There is no user with this id.'],
} as const satisfies Record<string, readonly [status: number, msg: string]>

export type Errcode = keyof typeof errors

/** Codes that only a client makes, when no answer of ours arrived. */
export const clientErrors = {
  CLIENT_ERROR: 'The server could not be reached. Check the connection and try again.',
  UNSUPPORTED_ASK: 'unsupported ask',
  REF_CLOSED: 'ACTOR REF HAS BEEN CLOSED',
} as const

export const timedOutMsg = 'Request timed out'

export type ClientErrcode = keyof typeof clientErrors

/** What a failed call hands on: the second half of the pair `[data, error]`. */
export interface CallError {
  /** The HTTP status, 0 where there was no answer. */
  status: number
  errcode: Errcode | ClientErrcode
  msg: string
  errMsg?: string | undefined
  errdata: { code: string; data: unknown; msg: string }
  /** After too many tries: how many seconds the server wants to be left alone, from its header Retry-After. */
  retryAfter?: number | undefined
}

/** The body of a failed call. `errMsg` repeats `msg` where the specification's user calls read it. */
export const errorBody = z.strictObject({
  status: z.number().int(),
  errcode: z.enum(Object.keys(errors) as [Errcode, ...Errcode[]]),
  msg: z.string(),
  errMsg: z.string().optional(),
  errdata: z.strictObject({ code: z.string(), data: z.unknown(), msg: z.string() }),
})

/** Of a BAD_INPUT error: the sentence for each failing field, keyed by its dotted path. */
export function fieldErrors(error: CallError): Record<string, string> {
  const data = error.errdata.data
  if (error.errcode !== 'BAD_INPUT' || typeof data !== 'object' || data === null || !('fields' in data)) return {}
  return data.fields as Record<string, string>
}
