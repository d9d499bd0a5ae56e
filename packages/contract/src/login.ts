import * as z from 'zod'
import { call } from './call.ts'
import { email, line, newPassword, userid } from './fields.ts'

export const credentials = z.strictObject({ accesstoken: z.string(), userid: z.string(), email: z.string() })
export type Credentials = z.output<typeof credentials>

/** Asked for once more before the ways to sign in change. Who only signs in through a provider has none to give. */
export const currentPassword = z.string().max(200, 'Use at most 200 characters.').optional()

export const signup = call({
  name: 'signup',
  summary: 'Create an account with a password and sign in to it.',
  method: 'POST',
  path: '/login/userid/signup',
  auth: 'none',
  permission: 'anyone',
  request: z.object({
    userid,
    name: line(1, 80, 'Please give your name.'),
    email,
    password: newPassword,
    /** The secret of an invite's link, where only invited people may sign up. */
    inviteid: z.string().max(200).optional(),
  }),
  response: credentials,
  errors: ['USERID_TAKEN', 'EMAIL_TAKEN', 'SIGNUP_CLOSED'],
  errMsg: true,
})

export const signin = call({
  name: 'signin',
  summary: 'Sign in with a user id, or the e-mail address in its place, and a password.',
  method: 'POST',
  path: '/login/userid/signin',
  auth: 'none',
  permission: 'anyone',
  request: z.object({
    userid: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'Enter your user id or e-mail.')
      .max(254, 'Use at most 254 characters.'),
    password: z.string().min(1, 'Enter your password.').max(200, 'Use at most 200 characters.'),
  }),
  response: credentials,
  errors: ['WRONG_CREDENTIALS', 'TWO_FACTOR_NEEDED'],
  errMsg: true,
})

export const isUseridValid = call({
  name: 'isUseridValid',
  summary: 'Whether a user id is well formed and free.',
  method: 'POST',
  path: '/login/isuseridvalid',
  auth: 'none',
  permission: 'anyone',
  // Any text is a fair question here: an ill-formed id is an answer, not an error.
  request: z.object({ userid: z.string().max(200) }),
  response: z.strictObject({ valid: z.boolean() }),
  errors: [],
  errMsg: true,
})

export const logout = call({
  name: 'logout',
  summary: 'End the session that the token belongs to.',
  method: 'POST',
  path: '/login/logout',
  auth: 'token',
  permission: 'self',
  request: z.object({}),
  response: z.strictObject({}),
  errors: [],
  errMsg: true,
})
