import * as z from 'zod'
import { call } from './call.ts'
import { email, line, userid } from './fields.ts'
import { credentials, currentPassword } from './login.ts'

const provider = z.strictObject({
  /** Where the pop-up goes. The page adds state, code_challenge and, for Google, nonce. */
  authorizeurl: z.string(),
})

export const listProviders = call({
  name: 'listProviders',
  summary: 'Which single sign-on providers this server is set up for, and whether it takes an invite to sign up.',
  method: 'GET',
  path: '/login/providers',
  auth: 'none',
  permission: 'anyone',
  request: z.object({}),
  response: z.strictObject({
    google: provider.nullable(),
    github: provider.nullable(),
    signup: z.enum(['open', 'invite']),
  }),
  errors: [],
  errMsg: true,
})

/** What the pop-up brought home, and the secret half of the challenge that it was sent with. */
const arrival = z.object({
  code: z.string().min(1).max(2000),
  codeverifier: z.string().regex(/^[\w.~-]{43,128}$/),
})

const googleArrival = arrival.extend({
  nonce: z.string().min(16).max(200),
  /** Who sent the pop-up back, where the provider says so in the address. */
  iss: z.string().max(500).optional(),
})

const signinErrors = ['SSO_OFF', 'SSO_FAILED', 'SSO_NO_ACCOUNT', 'SSO_EMAIL_HAS_ACCOUNT', 'TWO_FACTOR_NEEDED'] as const

/** What SSO_NO_ACCOUNT carries in its errdata: all that the sign-up form needs. */
export const ssoNewcomer = z.object({
  ticket: z.string(),
  name: z.string(),
  /** Null where the provider named none; then the form asks for one. */
  email: z.string().nullable(),
  /** A user id that is free at the moment. */
  suggestion: z.string(),
})
export type SsoNewcomer = z.output<typeof ssoNewcomer>

export const gssoSignin = call({
  name: 'gssoSignin',
  summary: 'Sign in with Google. Somebody new gets SSO_NO_ACCOUNT with a ticket to sign up with.',
  method: 'POST',
  path: '/login/gsso/signin',
  auth: 'none',
  permission: 'anyone',
  request: googleArrival,
  response: credentials,
  errors: signinErrors,
  errMsg: true,
})

export const ghssoSignin = call({
  name: 'ghssoSignin',
  summary: 'Sign in with GitHub. Somebody new gets SSO_NO_ACCOUNT with a ticket to sign up with.',
  method: 'POST',
  path: '/login/ghsso/signin',
  auth: 'none',
  permission: 'anyone',
  request: arrival,
  response: credentials,
  errors: signinErrors,
  errMsg: true,
})

/** The ticket stands for who the provider said it was, so nobody goes through the pop-up twice. */
const newcomer = z.object({
  ticket: z.string().min(1).max(200),
  userid,
  name: line(1, 80, 'Please give your name.'),
  inviteid: z.string().max(200).optional(),
})

const signupErrors = ['SSO_OFF', 'SSO_EXPIRED', 'USERID_TAKEN', 'EMAIL_TAKEN', 'SIGNUP_CLOSED'] as const

export const gssoSignup = call({
  name: 'gssoSignup',
  summary: 'Create an account that signs in with Google.',
  method: 'POST',
  path: '/login/gsso/signup',
  auth: 'none',
  permission: 'anyone',
  request: newcomer,
  response: credentials,
  errors: signupErrors,
  errMsg: true,
})

export const ghssoSignup = call({
  name: 'ghssoSignup',
  summary: 'Create an account that signs in with GitHub. Where GitHub names no verified address, one has to be given.',
  method: 'POST',
  path: '/login/ghsso/signup',
  auth: 'none',
  permission: 'anyone',
  request: newcomer.extend({ email: email.optional() }),
  response: credentials,
  errors: [...signupErrors, 'GITHUB_TOKEN_MISSING_EMAIL_AT'],
  errMsg: true,
})

const own = { auth: 'token', permission: 'self', errMsg: true } as const
const providerName = z.enum(['google', 'github'])
const nothing = z.strictObject({})

const identity = z.strictObject({
  provider: providerName,
  /** What the provider called the account when it was connected: an address or a login. Empty where that is not known. */
  label: z.string(),
  createdat: z.number(),
})
export type ConnectedIdentity = z.output<typeof identity>

export const listIdentities = call({
  ...own,
  name: 'listIdentities',
  summary: 'The accounts at Google and GitHub that sign in to the account of the caller.',
  method: 'GET',
  path: '/login/identities/list',
  request: z.object({}),
  response: z.strictObject({ identities: z.array(identity) }),
  errors: [],
})

const connectErrors = ['SSO_OFF', 'SSO_FAILED', 'SSO_OTHER_ACCOUNT', 'SSO_CONNECTED', 'WRONG_PASSWORD'] as const

export const connectGoogle = call({
  ...own,
  name: 'connectGoogle',
  summary: 'Let an account at Google sign in to the account of the caller.',
  method: 'POST',
  path: '/login/gsso/connect',
  request: googleArrival.extend({ password: currentPassword }),
  response: nothing,
  errors: connectErrors,
})

export const connectGithub = call({
  ...own,
  name: 'connectGithub',
  summary: 'Let an account at GitHub sign in to the account of the caller.',
  method: 'POST',
  path: '/login/ghsso/connect',
  request: arrival.extend({ password: currentPassword }),
  response: nothing,
  errors: connectErrors,
})

export const disconnectProvider = call({
  ...own,
  name: 'disconnectProvider',
  summary: 'Let an account at a provider no longer sign in. A password or another provider has to be left.',
  method: 'POST',
  path: '/login/identities/disconnect',
  request: z.object({ provider: providerName, password: currentPassword }),
  response: nothing,
  errors: ['NOT_FOUND', 'LAST_SIGNIN_METHOD', 'WRONG_PASSWORD'],
})
