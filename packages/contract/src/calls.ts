import type { Call } from './call.ts'
import { events } from './events.ts'
import { isUseridValid, logout, signin, signup } from './login.ts'
import { createOrg, isOrgidValid, listOrgs } from './orgs.ts'
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

/** Every call there is, for what must treat them all: OpenAPI, the permission test, the check that each is served. */
export const calls: readonly Call[] = [
  ...[signup, signin, isUseridValid, logout],
  ...[verifyEmail, sendVerificationLink, changePasswordEmail, resetPassword, changePassword],
  ...[requestEmailChange, applyEmailChange],
  ...[userInfo, setNotifications, listSessions, endSession, endOtherSessions],
  ...[createOrg, listOrgs, isOrgidValid],
  events,
]
