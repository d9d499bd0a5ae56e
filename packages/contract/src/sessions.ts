import * as z from 'zod'
import { call } from './call.ts'

const base = { auth: 'token', permission: 'self', errMsg: true } as const
const nothing = z.strictObject({})

export const listSessions = call({
  ...base,
  name: 'listSessions',
  summary: "The caller's sessions, the most recently used first, 100 at most.",
  method: 'GET',
  path: '/login/sessions/list',
  request: z.object({}),
  response: z.strictObject({
    sessions: z.array(
      z.strictObject({
        sessionid: z.string(),
        device: z.string(),
        address: z.string(),
        createdat: z.number(),
        lastseenat: z.number(),
        current: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const endSession = call({
  ...base,
  name: 'endSession',
  summary: "End one of the caller's sessions.",
  method: 'POST',
  path: '/login/sessions/end',
  request: z.object({ sessionid: z.string().min(1).max(100) }),
  response: nothing,
  errors: ['NOT_FOUND'],
})

export const endOtherSessions = call({
  ...base,
  name: 'endOtherSessions',
  summary: "End every session of the caller's but this one.",
  method: 'POST',
  path: '/login/sessions/endothers',
  request: z.object({}),
  response: nothing,
  errors: [],
})
