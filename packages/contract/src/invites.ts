import * as z from 'zod'
import { call } from './call.ts'
import { email, orgid, userid } from './fields.ts'
import { newRole } from './org-users.ts'

const inviteid = z.string().min(1).max(200)
const nothing = z.strictObject({})

const inviteStatuses = ['pending', 'accepted', 'declined', 'cancelled', 'expired'] as const

/** As those who invite see it. `who` is the user id, or the address where nobody has that yet. */
const sentInvite = z.strictObject({
  id: z.string(),
  isexternal: z.boolean(),
  userid: z.string().nullable(),
  email: z.string().nullable(),
  role: newRole,
  invitedby: z.string(),
  status: z.enum(inviteStatuses),
  createdat: z.number(),
  expiresat: z.number(),
  answeredat: z.number().nullable(),
})
export type SentInvite = z.output<typeof sentInvite>

/** As the invited person sees it. */
const receivedInvite = z.strictObject({
  id: z.string(),
  orgid: z.string(),
  orgname: z.string(),
  role: newRole,
  /** The user id of who invites, and their name. */
  invitedby: z.string(),
  invitername: z.string(),
  createdat: z.number(),
  expiresat: z.number(),
})
export type ReceivedInvite = z.output<typeof receivedInvite>

/** Whoever invites can always copy the link, with or without a mail server. */
const sent = z.strictObject({ id: z.string(), link: z.string() })

const asInviter = { auth: 'token', permission: 'org.invite', scope: 'write', method: 'POST' } as const
const asInvited = { auth: 'token', permission: 'self', scope: 'write', method: 'POST', errMsg: true } as const

export const inviteByEmail = call({
  ...asInviter,
  name: 'inviteByEmail',
  summary: 'Invite somebody by e-mail address. They get a mail, and the answer holds the link.',
  path: '/orgs/invite/email',
  request: z.object({ orgid, email, role: newRole.default(['Member']), isexternal: z.literal(true).default(true) }),
  response: sent,
  errors: ['EMAIL_UNVERIFIED', 'ROLE_ABOVE_OWN', 'ALREADY_MEMBER', 'INVITE_PENDING'],
})

export const inviteUser = call({
  ...asInviter,
  name: 'inviteUser',
  summary: 'Invite somebody who has an account, by user id.',
  path: '/orgs/invite/user',
  request: z.object({ orgid, userid, role: newRole.default(['Member']), isexternal: z.literal(false).default(false) }),
  response: sent,
  errors: ['EMAIL_UNVERIFIED', 'ROLE_ABOVE_OWN', 'NO_SUCH_USER', 'ALREADY_MEMBER', 'INVITE_PENDING'],
})

export const canInviteUser = call({
  ...asInviter,
  name: 'canInviteUser',
  summary: 'Whether a user could be invited now.',
  path: '/orgs/inviteuser',
  scope: 'read',
  request: z.object({ orgid, userid }),
  response: z.strictObject({ valid: z.boolean() }),
  errors: [],
})

export const searchUsers = call({
  ...asInviter,
  name: 'searchUsers',
  summary: 'People to invite, by the beginning of user id or name, or by whole verified e-mail address. Ten at most.',
  path: '/orgs/invite/user/search',
  scope: 'read',
  request: z.object({ orgid, searchkey: z.string().trim().min(2, 'Type at least two letters.').max(254) }),
  response: z.strictObject({
    users: z.array(
      z.strictObject({ userid: z.string(), name: z.string(), ismember: z.boolean(), isinvited: z.boolean() }),
    ),
  }),
  errors: [],
})

const page = { cursor: z.string().max(500).optional(), limit: z.number().int().min(1).max(100).default(10) }
const sentPage = z.strictObject({ invites: z.array(sentInvite), cursor: z.string().nullable() })

export const listPendingInvites = call({
  ...asInviter,
  name: 'listPendingInvites',
  summary: 'Invites that wait for an answer, the newest first.',
  path: '/orgs/invite/sent/pending',
  scope: 'read',
  request: z.object({ orgid, isexternal: z.boolean(), ...page }),
  response: sentPage,
  errors: [],
})

export const listInviteHistory = call({
  ...asInviter,
  name: 'listInviteHistory',
  summary: 'Invites that were answered, cancelled or expired, the newest first.',
  path: '/orgs/invite/sent/history',
  scope: 'read',
  request: z.object({ orgid, isexternal: z.boolean(), ...page }),
  response: sentPage,
  errors: [],
})

export const resendInvite = call({
  ...asInviter,
  name: 'resendInvite',
  summary: 'Send an invite again: a new link, seven more days, and the links before it end.',
  path: '/orgs/invite/email/resend',
  request: z.object({ id: inviteid }),
  response: sent,
  errors: ['EMAIL_UNVERIFIED', 'ROLE_ABOVE_OWN', 'INVITE_DEAD'],
})

export const copyInviteLink = call({
  ...asInviter,
  name: 'copyInviteLink',
  summary: 'One more link to a pending invite, to hand over oneself. Links sent before go on working.',
  path: '/orgs/invite/link',
  request: z.object({ id: inviteid }),
  response: sent,
  errors: ['ROLE_ABOVE_OWN', 'INVITE_DEAD'],
})

export const cancelEmailInvite = call({
  ...asInviter,
  name: 'cancelEmailInvite',
  summary: 'Take back an invite by e-mail.',
  path: '/orgs/invite/email/cancel',
  request: z.object({ id: inviteid }),
  response: nothing,
  errors: ['INVITE_DEAD'],
})

export const cancelUserInvite = call({
  ...asInviter,
  name: 'cancelUserInvite',
  summary: 'Take back an invite to a user.',
  path: '/orgs/invite/user/cancel',
  request: z.object({ id: inviteid }),
  response: nothing,
  errors: ['INVITE_DEAD'],
})

export const isInviteValid = call({
  name: 'isInviteValid',
  summary: 'What the link of an invite leads to, for somebody who may not have signed in yet.',
  method: 'POST',
  path: '/orgs/invite/email/isvalid',
  auth: 'none',
  permission: 'anyone',
  request: z.object({ id: inviteid }),
  response: z.strictObject({ orgname: z.string(), orgid: z.string(), invitedby: z.string(), email: z.string() }),
  errors: ['INVITE_DEAD'],
})

export const listReceivedInvites = call({
  ...asInvited,
  name: 'listReceivedInvites',
  summary: 'Invites that wait for the answer of the caller, the newest first, 100 at most.',
  path: '/orgs/invite/user/listreceived',
  scope: 'read',
  request: z.object({}),
  response: z.strictObject({ invites: z.array(receivedInvite) }),
  errors: [],
})

const joined = z.strictObject({ orgid: z.string() })

/** By the secret of a link. */
export const acceptEmailInvite = call({
  ...asInvited,
  name: 'acceptEmailInvite',
  summary: 'Join the organization that a link invites to.',
  path: '/orgs/invite/email/accept',
  request: z.object({ id: inviteid }),
  response: joined,
  errors: ['INVITE_DEAD', 'INVITE_OTHER_USER', 'ALREADY_MEMBER'],
})

export const declineEmailInvite = call({
  ...asInvited,
  name: 'declineEmailInvite',
  summary: 'Decline the invite of a link.',
  path: '/orgs/invite/email/decline',
  request: z.object({ id: inviteid }),
  response: nothing,
  errors: ['INVITE_DEAD', 'INVITE_OTHER_USER'],
})

/** By the id in the list of received invites. */
export const acceptUserInvite = call({
  ...asInvited,
  name: 'acceptUserInvite',
  summary: 'Join the organization that a received invite names.',
  path: '/orgs/invite/user/accept',
  request: z.object({ id: inviteid }),
  response: joined,
  errors: ['INVITE_DEAD', 'ALREADY_MEMBER'],
})

export const declineUserInvite = call({
  ...asInvited,
  name: 'declineUserInvite',
  summary: 'Decline a received invite.',
  path: '/orgs/invite/user/decline',
  request: z.object({ id: inviteid }),
  response: nothing,
  errors: ['INVITE_DEAD'],
})
