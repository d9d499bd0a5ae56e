import * as z from 'zod'
import { call } from './call.ts'

export const userInfo = call({
  name: 'userInfo',
  summary: 'Who the caller is.',
  method: 'GET',
  path: '/login/user/info',
  auth: 'token',
  permission: 'self',
  scope: 'read',
  request: z.object({}),
  response: z.strictObject({
    userid: z.string(),
    name: z.string(),
    email: z.string(),
    emailverified: z.boolean(),
    /** How the account was made: upsso with a password, gsso with Google, ghsso with GitHub. */
    ssotype: z.enum(['upsso', 'gsso', 'ghsso']),
    haspassword: z.boolean(),
    notifications: z.boolean(),
    /** Whether signing in takes a second step. */
    twofactor: z.boolean(),
  }),
  errors: [],
  errMsg: true,
})

export const setNotifications = call({
  name: 'setNotifications',
  summary: 'Whether the caller wants to hear of updates.',
  method: 'POST',
  path: '/login/user/notifications',
  auth: 'token',
  permission: 'self',
  request: z.object({ notifications: z.boolean() }),
  response: z.strictObject({}),
  errors: [],
  errMsg: true,
})
