import { setNotifications, userInfo } from '@plinth/contract/profile'
import { endOtherSessions, endSession, listSessions } from '@plinth/contract/sessions'
import { Refusal } from '@plinth/platform/errors'
import type { Bind } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createEnding } from '../login/ending.ts'
import { createProfile } from './profile.service.ts'

export function profileRoutes(platform: Platform, bind: Bind) {
  const { sessions } = platform
  const profile = createProfile(platform)
  const ending = createEnding(platform)

  bind(userInfo, (_input, { actor }) => profile.info(actor.userid))
  bind(setNotifications, async ({ notifications }, { actor }) => {
    await profile.setNotifications(actor.userid, notifications)
    return {}
  })
  bind(listSessions, async (_input, { actor }) => {
    const all = await sessions.list(actor.userid)
    return { sessions: all.map(session => ({ ...session, current: session.sessionid === actor.sessionid })) }
  })
  bind(endSession, async ({ sessionid }, { actor }) => {
    if (!(await ending.session(actor.userid, sessionid))) throw new Refusal('NOT_FOUND')
    return {}
  })
  bind(endOtherSessions, async (_input, { actor }) => {
    await ending.otherSessions(actor.userid, actor.sessionid)
    return {}
  })
}
