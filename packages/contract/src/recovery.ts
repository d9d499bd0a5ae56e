import * as z from 'zod'
import { call } from './call.ts'
import { email, newPassword } from './fields.ts'

/** The secret part of a link that was sent by mail. */
const linkToken = z.string().min(1, 'The link is not complete.').max(200, 'The link is not complete.')
const nothing = z.strictObject({})

export const verifyEmail = call({
  name: 'verifyEmail',
  summary: 'Confirm an e-mail address with the token of the link sent to it.',
  method: 'POST',
  path: '/login/validatemailverifylink',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ token: linkToken }),
  response: nothing,
  errors: ['LINK_DEAD'],
  errMsg: true,
})

export const sendVerificationLink = call({
  name: 'sendVerificationLink',
  summary: "Send the link that confirms the caller's e-mail address again.",
  method: 'POST',
  path: '/login/email/sendverificationlink',
  auth: 'token',
  permission: 'self',
  request: z.object({}),
  response: nothing,
  errors: ['EMAIL_VERIFIED_ALREADY'],
  errMsg: true,
})

/** The specification gives the request for a link and the check of its token one path: which it is, the body says. */
export const changePasswordEmail = call({
  name: 'changePasswordEmail',
  summary: 'Send a link that sets a new password (userid or address), or check the token of such a link (id).',
  method: 'POST',
  path: '/login/userid/changepasswordemail',
  auth: 'none',
  permission: 'anyone',
  request: z
    .object({
      userid: z
        .string()
        .trim()
        .toLowerCase()
        .min(1, 'Enter your user id or e-mail.')
        .max(254, 'Use at most 254 characters.')
        .optional(),
      id: linkToken.optional(),
    })
    .refine(({ userid, id }) => (userid === undefined) !== (id === undefined), {
      path: ['userid'],
      message: 'Enter your user id or e-mail.',
    }),
  response: nothing,
  errors: ['LINK_DEAD'],
  errMsg: true,
})

export const resetPassword = call({
  name: 'resetPassword',
  summary: 'Set a new password with the token of a link. Ends every session and access token of the account.',
  method: 'POST',
  path: '/login/userid/changepwd/external',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ id: linkToken, password: newPassword }),
  response: nothing,
  errors: ['LINK_DEAD'],
  errMsg: true,
})

export const changePassword = call({
  name: 'changePassword',
  summary: 'Change the password, knowing the current one. Ends every other session of the account.',
  method: 'POST',
  path: '/login/userid/changepwd/internal',
  auth: 'token',
  permission: 'self',
  request: z.object({
    oldpassword: z.string().min(1, 'Enter your current password.').max(200, 'Use at most 200 characters.'),
    newpassword: newPassword,
  }),
  response: nothing,
  errors: ['WRONG_PASSWORD'],
  errMsg: true,
})

export const requestEmailChange = call({
  name: 'requestEmailChange',
  summary: 'Send a link to a new address; the address changes when that link is followed.',
  method: 'POST',
  path: '/login/email/change/verificationlink',
  auth: 'token',
  permission: 'self',
  request: z.object({ email }),
  response: nothing,
  errors: ['EMAIL_TAKEN'],
  errMsg: true,
})

export const applyEmailChange = call({
  name: 'applyEmailChange',
  summary: 'Change the e-mail address with the token of the link sent to the new one.',
  method: 'POST',
  path: '/login/email/change/apply',
  auth: 'token',
  permission: 'self',
  request: z.object({ token: linkToken }),
  response: z.strictObject({ email: z.string() }),
  errors: ['LINK_DEAD', 'WRONG_USER', 'EMAIL_TAKEN'],
  errMsg: true,
})
