import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts'
import { listAudit } from './audit.ts'
import type { Call } from './call.ts'
import { events } from './events.ts'
import { fileCalls } from './file-calls.ts'
import {
  createFilestore,
  deleteFilestore,
  filestoreToken,
  listDeletedFilestores,
  listFilestoreAccess,
  listFilestores,
  listMemberAccess,
  renameFilestore,
  restoreFilestore,
  setFilestoreAccess,
  setFilestoreQuota,
} from './filestores.ts'
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
  addProjectAdmin,
  addProjectUser,
  leaveProject,
  listProjectAdmins,
  listProjectCandidates,
  listProjectUsers,
  projectRolesInfo,
  removeProjectAdmin,
  removeProjectUser,
  replaceProjectRoles,
} from './project-users.ts'
import {
  createProject,
  deleteProject,
  editProjectMeta,
  editProjectName,
  isProjectidValid,
  listActivity,
  listDeletedProjects,
  listProjects,
  projectInfo,
  projectOverview,
  restoreProject,
} from './projects.ts'
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
import {
  connectGithub,
  connectGoogle,
  disconnectProvider,
  ghssoSignin,
  ghssoSignup,
  gssoSignin,
  gssoSignup,
  listIdentities,
  listProviders,
} from './sso.ts'
import { confirmTotp, disableTotp, renewRecoveryCodes, signinTwoFactor, startTotp } from './two-factor.ts'

/** Every call of the account service, and the stream of events. */
export const accountCalls: readonly Call[] = [
  ...[signup, signin, isUseridValid, logout],
  ...[listProviders, gssoSignin, ghssoSignin, gssoSignup, ghssoSignup],
  ...[listIdentities, connectGoogle, connectGithub, disconnectProvider],
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
  ...[createProject, listProjects, isProjectidValid, projectInfo, editProjectName, editProjectMeta],
  ...[projectOverview, listActivity, deleteProject, listDeletedProjects, restoreProject],
  ...[projectRolesInfo, listProjectUsers, listProjectAdmins, listProjectCandidates, addProjectUser],
  ...[replaceProjectRoles, removeProjectUser, addProjectAdmin, removeProjectAdmin, leaveProject],
  ...[createFilestore, listFilestores, filestoreToken, renameFilestore, setFilestoreQuota],
  ...[
    deleteFilestore,
    listDeletedFilestores,
    restoreFilestore,
    listFilestoreAccess,
    listMemberAccess,
    setFilestoreAccess,
  ],
  events,
]

/** Every call there is, for what must treat them all: OpenAPI, the permission test, the check that each is served. */
export const calls: readonly Call[] = [...accountCalls, ...fileCalls]
