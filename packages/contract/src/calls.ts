import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts'
import { listAudit } from './audit.ts'
import type { Call } from './call.ts'
import { events } from './events.ts'
import {
  acceptEmailInvite,
  acceptUserInvite,
  cancelEmailInvite,
  cancelUserInvite,
  canInviteUser,
  copyInviteLink,
  declineEmailInvite,
  declineUserInvite,
  inviteByEmail,
  inviteUser,
  isInviteValid,
  listInviteHistory,
  listPendingInvites,
  listReceivedInvites,
  resendInvite,
  searchUsers,
} from './invites.ts'
import { isUseridValid, logout, signin, signup } from './login.ts'
import { listOrgUsers, orgUserInfo, removeOrgUser, replaceOrgRoles } from './org-users.ts'
import {
  createOrg,
  deleteOrg,
  editOrgMeta,
  editOrgName,
  isOrgidValid,
  leaveOrg,
  listDeletedOrgs,
  listOrgs,
  orgInfo,
  orgRolesInfo,
  requireTwoFactor,
  restoreOrg,
  transferOrg,
} from './orgs.ts'
import { addPasskey, listPasskeys, removePasskey, signinPasskey, startPasskey, startPasskeySignin } from './passkeys.ts'
import { setNotifications, userInfo } from './profile.ts'
import {
  applyEmailChange,
  changePassword,
  changePasswordEmail,
  requestEmailChange,
  resetPassword,
  sendVerificationLink,
  verifyEmail,
} from './recovery.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { ghssoSignin, ghssoSignup, gssoSignin, gssoSignup, listProviders } from './sso.ts'
import { confirmTotp, disableTotp, renewRecoveryCodes, signinTwoFactor, startTotp } from './two-factor.ts'

/** Every call there is, for what must treat them all: OpenAPI, the permission test, the check that each is served. */
export const calls: readonly Call[] = [
  ...[signup, signin, isUseridValid, logout],
  ...[listProviders, gssoSignin, ghssoSignin, gssoSignup, ghssoSignup],
  ...[signinTwoFactor, startTotp, confirmTotp, renewRecoveryCodes, disableTotp],
  ...[listPasskeys, startPasskey, addPasskey, removePasskey, startPasskeySignin, signinPasskey],
  ...[createAccessToken, listAccessTokens, revokeAccessToken],
  ...[verifyEmail, sendVerificationLink, changePasswordEmail, resetPassword, changePassword],
  ...[requestEmailChange, applyEmailChange],
  ...[userInfo, setNotifications, listSessions, endSession, endOtherSessions],
  ...[createOrg, listOrgs, isOrgidValid, orgRolesInfo, orgInfo, editOrgName, editOrgMeta],
  ...[requireTwoFactor, transferOrg, deleteOrg, listDeletedOrgs, restoreOrg, listAudit],
  ...[listOrgUsers, orgUserInfo, replaceOrgRoles, removeOrgUser, leaveOrg],
  ...[inviteByEmail, inviteUser, canInviteUser, searchUsers, listPendingInvites, listInviteHistory],
  ...[resendInvite, copyInviteLink, cancelEmailInvite, cancelUserInvite, isInviteValid],
  ...[listReceivedInvites, acceptEmailInvite, declineEmailInvite, acceptUserInvite, declineUserInvite],
  events,
]
