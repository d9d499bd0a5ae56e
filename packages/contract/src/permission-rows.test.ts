import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { permissions } from './permissions.ts'

/**
 * Calls with a row of the permission table are run as every role, by the contract and not by a list: in permissions.test.ts of the
 * account service, calls.test.ts of the file service, and filestore-permissions.test.ts of the server. Those that need no role
 * stand here by name, so that none comes in by itself.
 */
const withoutRole: Record<string, string[]> = {
  'none anyone': [
    ...['signup', 'signin', 'isUseridValid', 'listProviders', 'gssoSignin', 'ghssoSignin', 'gssoSignup', 'ghssoSignup'],
    ...[
      'signinTwoFactor',
      'startPasskeySignin',
      'signinPasskey',
      'verifyEmail',
      'changePasswordEmail',
      'resetPassword',
    ],
    // Whoever has the address of one of these has been given it.
    ...['isInviteValid', 'openTicket', 'openZipTicket'],
    ...['shareInfo', 'unlockShare', 'listShared', 'downloadShared', 'zipShared', 'uploadShared'],
  ],
  'token self': [
    ...['logout', 'userInfo', 'setNotifications', 'listSessions', 'endSession', 'endOtherSessions', 'events'],
    ...['listIdentities', 'connectGoogle', 'connectGithub', 'disconnectProvider', 'startTotp', 'confirmTotp'],
    ...['renewRecoveryCodes', 'disableTotp', 'listPasskeys', 'startPasskey', 'addPasskey', 'removePasskey'],
    ...['createAccessToken', 'listAccessTokens', 'revokeAccessToken', 'sendVerificationLink', 'changePassword'],
    ...['requestEmailChange', 'applyEmailChange', 'createOrg', 'listOrgs', 'isOrgidValid', 'orgRolesInfo'],
    // Of organisations that are deleted only those come that the caller was Owner of.
    ...['listDeletedOrgs', 'restoreOrg'],
    ...['listReceivedInvites', 'acceptEmailInvite', 'declineEmailInvite', 'acceptUserInvite', 'declineUserInvite'],
  ],
  'service self': [
    ...['createNamespace', 'setNamespaceQuota', 'setOrgQuota', 'namespaceUsage', 'deleteNamespace'],
    ...['suspendNamespaces', 'revokeFileTokens', 'revokeFileTokensVia'],
  ],
}

const rowOf = ({ permission }: Call) =>
  permission === 'anyone' || permission === 'self' ? undefined : permissions[permission]

test('a call that needs no role is one that is known to need none', () => {
  const found: Record<string, string[]> = {}
  for (const call of calls) {
    if (rowOf(call)) continue
    const kind = `${call.auth} ${call.permission}`
    found[kind] = [...(found[kind] ?? []), call.name]
  }
  const sorted = (lists: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([kind, names]) => [kind, names.toSorted()]))
  expect(sorted(found)).toEqual(sorted(withoutRole))
})

test.each(calls.flatMap(call => (rowOf(call) ? [[call.name, call] as const] : [])))(
  '%s is in the matrix',
  (_, call) => {
    // Which matrix runs a call follows from these two; one that fits neither would be run by none.
    const ofFilestore = rowOf(call)?.scope === 'file'
    expect(call.auth).toBe(ofFilestore ? 'file' : 'token')
    // Roles are those in the place that the request names.
    const names = Object.keys(call.request.shape)
    if (!ofFilestore) expect(names.includes('orgid') || names.includes('id')).toBe(true)
  },
)
