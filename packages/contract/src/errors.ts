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
  UNSUPPORTED_TYPE: [415, 'This call takes JSON (content-type application/json), or a form with a file for an upload.'],
  TOO_MANY_TRIES: [429, 'Too many tries. Wait a little, then try again.'],
  SERVER_ERROR: [500, 'Something went wrong on server side'],
  UNAVAILABLE: [503, 'The server cannot answer at present. Try again in a moment.'],
  STORAGE_FULL: [507, 'The disk is full. Nothing was stored; ask whoever runs this server to make room.'],
  STORAGE_DOWN: [503, 'The place where files are kept does not answer. Nothing is lost; try again in a moment.'],

  // Calls that carry bytes.
  CHECKSUM_WRONG: [422, 'The bytes that arrived are not those that were sent. Send them again.'],
  UPLOAD_OFFSET: [409, 'The upload goes on at another place. Ask how much of it is here.'],
  UPLOAD_BUSY: [423, 'This upload is being written to at this moment. Try again shortly.'],
  UPLOAD_GONE: [410, 'This upload has expired. Start it again.'],
  UPLOAD_FINAL: [403, 'This upload is put together from others. It takes no bytes of its own.'],
  UPLOAD_TYPE: [415, 'The bytes of an upload come as application/offset+octet-stream.'],
  CHUNK_WRONG: [460, 'The bytes that arrived are not those that were sent. Send this piece again.'],
  TUS_VERSION: [412, 'This address speaks tus 1.0.0. Send the header Tus-Resumable: 1.0.0.'],

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
  SIGNIN_EXPIRED: [410, 'Signing in took too long. Start again.'],
  EMAIL_VERIFIED_ALREADY: [409, 'This e-mail address is verified already.'],
  TOKEN_SCOPE: [403, 'This access token does not allow that.'],
  TOO_MANY_TOKENS: [409, 'There are 50 access tokens already. Revoke one first.'],

  // Two-factor sign-in and passkeys.
  TWO_FACTOR_NEEDED: [401, 'Enter the code of your authenticator app.'],
  TWO_FACTOR_ON: [409, 'Two-factor sign-in is on already.'],
  TWO_FACTOR_OFF: [409, 'Two-factor sign-in is not on.'],
  WRONG_CODE: [403, 'The code is not right.'],
  PASSKEY_REFUSED: [403, 'The passkey was not accepted.'],
  PASSKEY_EXPIRED: [410, 'Adding the passkey took too long. Try again.'],
  TOO_MANY_PASSKEYS: [409, 'There are 20 passkeys already. Remove one first.'],

  // Single sign-on.
  SSO_OFF: [404, 'This server is not set up for that way to sign in.'],
  SSO_FAILED: [401, 'The provider did not confirm who you are. Try again.'],
  SSO_NO_ACCOUNT: [404, 'There is no account for you yet. Choose a user id to sign up.'],
  SSO_EMAIL_HAS_ACCOUNT: [409, 'An account with your e-mail address exists. Sign in to it the way you did before.'],
  SSO_EXPIRED: [410, 'This took too long or was done before. Continue with the provider again.'],
  SSO_OTHER_ACCOUNT: [409, 'This account at the provider signs in to another user here. Disconnect it there first.'],
  SSO_CONNECTED: [409, 'An account at this provider is connected already. Disconnect it first.'],
  LAST_SIGNIN_METHOD: [409, 'This is your only way to sign in. Set a password or connect another account first.'],
  GITHUB_TOKEN_MISSING_EMAIL_AT: [422, 'GitHub named no verified e-mail address. Enter one to go on.'],

  // Organisations.
  ORGID_TAKEN: [409, 'Org id is already taken.'],
  TWO_FACTOR_REQUIRED: [403, 'This organization requires two-factor sign-in. Turn it on in your account settings.'],
  LAST_OWNER: [409, 'An organization always keeps an Owner. Make somebody else Owner first.'],
  ROLE_ABOVE_OWN: [403, 'You can only grant roles up to your own.'],

  // Projects.
  PROJECTID_TAKEN: [409, 'Project id is already taken.'],
  LAST_PROJECT_OWNER: [409, 'A project always keeps an owner. Make somebody else owner first.'],
  ALREADY_IN_PROJECT: [409, 'This person belongs to the project already.'],
  NOT_IN_ORG: [404, 'This person does not belong to the organization. Invite them to it first.'],

  // Filestores.
  FSNAME_TAKEN: [409, 'The project has a filestore with this name already.'],
  LEVEL_FROM_ROLE: [409, 'Owners and admins of the project are admins of its filestores. Change their role instead.'],

  // Folders and files.
  FILE_TOKEN_INVALID: [401, 'Token is invalid'],
  FILE_TOKEN_EXPIRED: [401, 'The token has expired. Ask for a new one.'],
  FILE_TOKEN_OTHER: [404, 'This filestore is not here any more.'],
  FILE_LEVEL: [403, 'Your level in this filestore does not allow this. Ask one of its admins.'],
  SERVICE_TOKEN_INVALID: [401, 'Only a service of this installation may call this.'],
  NSNAME_TAKEN: [409, 'There is a namespace with this name already.'],
  NAME_TAKEN: [409, 'There is a file or folder with this name already.'],
  MOVE_INTO_ITSELF: [409, 'A folder cannot be moved into itself.'],
  TOP_FOLDER: [409, 'The top folder stays as it is.'],
  QUOTA_FULL: [507, 'There is not enough room left for this. Empty the trash, or ask an admin for more room.'],
  THUMBNAIL_NOT_YET: [404, 'The thumbnail of this file is being made. It will be here in a moment.'],
  THUMBNAIL_NONE: [404, 'There is no thumbnail of this file.'],
  CONTENT_OTHER: [412, 'The file has another content by now.'],
  RANGE_WRONG: [416, 'The file does not have these bytes.'],
  VERSION_CHANGED: [409, 'Somebody has saved another version meanwhile. Look at it before you save over it.'],

  // Share links.
  SHARE_DEAD: [410, 'This link does not work any more. Ask whoever sent it for a new one.'],
  SHARE_PASSWORD: [401, 'Enter the password of this link.'],
  SHARE_PASSWORD_WRONG: [403, 'The password is not right.'],
  SHARE_LIMIT: [410, 'This link was used as often as it may be. Ask whoever sent it for a new one.'],

  // Invites.
  EMAIL_UNVERIFIED: [403, 'Verify your e-mail address first; then you can invite others.'],
  ALREADY_MEMBER: [409, 'This person belongs to the organization already.'],
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
