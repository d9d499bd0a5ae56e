import * as z from 'zod'
import { call } from './call.ts'
import { line } from './fields.ts'

const base = { auth: 'token', permission: 'self', errMsg: true } as const

/** What a token may do: read, or also change. The account itself (password, tokens, sessions) is never a script's business. */
export const tokenScopes = ['read', 'write'] as const

const accessToken = z.strictObject({
  tokenid: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdat: z.number(),
  lastseenat: z.number().nullable(),
  expiresat: z.number(),
})
export type AccessToken = z.output<typeof accessToken>

export const createAccessToken = call({
  ...base,
  name: 'createAccessToken',
  summary: 'Make a personal access token for scripts. It is shown in this answer and never again.',
  method: 'POST',
  path: '/login/tokens/create',
  request: z.object({
    name: line(1, 50, 'Please give the token a name.'),
    scope: z.enum(tokenScopes),
    days: z.number().int().min(1, 'Choose at least one day.').max(366, 'Choose a year at most.'),
  }),
  response: z.strictObject({ token: z.string(), accesstoken: accessToken }),
  errors: ['TOO_MANY_TOKENS'],
})

export const listAccessTokens = call({
  ...base,
  name: 'listAccessTokens',
  summary: "The caller's personal access tokens, the newest first.",
  method: 'GET',
  path: '/login/tokens/list',
  request: z.object({}),
  response: z.strictObject({ accesstokens: z.array(accessToken) }),
  errors: [],
})

export const revokeAccessToken = call({
  ...base,
  name: 'revokeAccessToken',
  summary: 'End a personal access token at once.',
  method: 'POST',
  path: '/login/tokens/revoke',
  request: z.object({ tokenid: z.string().min(1).max(100) }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})
