import * as z from 'zod'
import { call } from './call.ts'
import { orgid, userid } from './fields.ts'
import { via } from './file-token.ts'

/** The services' own calls: the account service makes them, with a token that only this installation can sign. */
const base = { auth: 'service', permission: 'self' } as const

/** `orgid/projectid/fsid`. */
const nsname = z
  .string()
  .max(200)
  .regex(/^[a-z0-9-]{1,50}\/[a-z0-9-]{1,50}\/[\w-]{1,64}$/, 'A namespace is named orgid/projectid/fsid.')

/** All of an organisation's namespaces, all of a project's, or one: the beginning of their names, up to a slash. */
const place = z
  .string()
  .max(200)
  .regex(
    /^[a-z0-9-]{1,50}(\/[a-z0-9-]{1,50}(\/[\w-]{1,64})?)?$/,
    'A place is orgid, orgid/projectid or orgid/projectid/fsid.',
  )

/** As many as are told at once. */
const userids = z.array(userid).min(1).max(1_000)

const quota = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

export const createNamespace = call({
  ...base,
  name: 'createNamespace',
  summary:
    'Create a namespace and register the public key (Ed25519, PEM) that its tokens are checked with. The same again does nothing.',
  method: 'PUT',
  path: '/namespace/create',
  request: z.object({ nsname, pubkey: z.string().max(1_000), quota: quota.default(null) }),
  response: z.strictObject({ nsname: z.string() }),
  errors: ['NSNAME_TAKEN'],
})

export const setNamespaceQuota = call({
  ...base,
  name: 'setNamespaceQuota',
  summary:
    'How many bytes a namespace may hold, its trash and earlier versions included; null for as many as there is room.',
  method: 'POST',
  path: '/namespace/quota',
  request: z.object({ nsname, quota }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})

export const setOrgQuota = call({
  ...base,
  name: 'setOrgQuota',
  summary: 'How many bytes all namespaces of an organization may hold together; null for as many as there is room.',
  method: 'POST',
  path: '/namespace/orgquota',
  request: z.object({ orgid, quota }),
  response: z.strictObject({}),
  errors: [],
})

export const namespaceUsage = call({
  ...base,
  name: 'namespaceUsage',
  summary: 'What each of the given namespaces holds. Those that are not there are left out.',
  method: 'POST',
  path: '/namespace/usage',
  request: z.object({ nsnames: z.array(nsname).max(100) }),
  response: z.strictObject({
    usages: z.array(z.strictObject({ nsname: z.string(), used: z.number(), quota: z.number().nullable() })),
  }),
  errors: [],
})

export const deleteNamespace = call({
  ...base,
  name: 'deleteNamespace',
  summary: 'Close a namespace at once and for good. What it holds is removed in the background.',
  method: 'DELETE',
  path: '/namespace/delete',
  request: z.object({ nsname }),
  response: z.strictObject({}),
  errors: ['NOT_FOUND'],
})

export const suspendNamespaces = call({
  ...base,
  name: 'suspendNamespaces',
  summary:
    'Close the namespaces of a place to everybody, or open them again. What they hold stays as it is. The same again does nothing.',
  method: 'POST',
  path: '/namespace/suspend',
  request: z.object({ place, suspended: z.boolean() }),
  response: z.strictObject({}),
  errors: [],
})

export const revokeFileTokens = call({
  ...base,
  name: 'revokeFileTokens',
  summary:
    'Refuse the tokens that one or more people were given before a time for the namespaces of a place. Later ones are taken.',
  method: 'POST',
  path: '/namespace/revoke',
  request: z.object({ place, userid: z.union([userid, userids]), before: z.number() }),
  response: z.strictObject({}),
  errors: [],
})

export const revokeFileTokensVia = call({
  ...base,
  name: 'revokeFileTokensVia',
  summary:
    'Refuse the tokens that somebody was given through sessions or access tokens that have ended, in every namespace.',
  method: 'POST',
  path: '/namespace/revokevia',
  request: z.object({ userid, via: z.array(via).min(1).max(1_000) }),
  response: z.strictObject({}),
  errors: [],
})
