import type { InputOf } from '@plinth/contract/call'
import { userid as useridRule } from '@plinth/contract/fields'
import type { Credentials, signin, signup } from '@plinth/contract/login'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { letIn } from '../invites/let-in.ts'
import { createLimits } from '../limits.ts'
import type { AccountTables } from '../tables.ts'
import { findUser, insertUser } from '../users.repository.ts'
import { allowanceOf } from './devices.repository.ts'
import { createAdmit, createEnter, type Visitor } from './enter.ts'
import { loginMails } from './login.mails.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { issueTicket } from './tickets.repository.ts'

export function createLogin(platform: Platform) {
  const { config, db, mail } = platform
  const tables = db.withTables<AccountTables>()
  const limits = createLimits(platform)
  const mails = loginMails(config.publicUrl)
  const admit = createAdmit(platform)
  const enter = createEnter(platform)

  return {
    async signup(input: InputOf<typeof signup>, visitor: Visitor): Promise<Credentials> {
      const { userid, name, email, password } = input
      await letIn(tables, config, input)
      await limits.take('signupByAddress', visitor.address)
      const passwordhash = await hashPassword(password)
      const user = { userid, name, email, emailverified: 0, passwordhash, notifications: 1, createdat: Date.now() }
      return admit(visitor, async tx => {
        await insertUser(tx, { ...user, ssotype: 'upsso' })
        const token = await issueTicket(tx, 'verify-email', { userid, data: { email } })
        await mail.send(tx, mails.verifyEmail(email, userid, token))
        return user
      })
    },

    async signin(input: InputOf<typeof signin>, visitor: Visitor): Promise<Credentials> {
      await limits.take('signinByAddress', visitor.address)
      const user = await findUser(tables, input.userid)
      // Strangers are counted by what they typed: otherwise the limit of a user id would tell whose an address is.
      const who = { userid: user?.userid, account: input.userid }
      const allowance = await allowanceOf(tables, visitor.devicetoken, who)
      await limits.take('signinByAccount', allowance)
      const matches = await verifyPassword(user?.passwordhash, input.password)
      if (!user || !matches) throw new Refusal('WRONG_CREDENTIALS')
      await limits.forgive('signinByAccount', allowance)
      return enter(user, visitor, async tx => {
        // It may have been changed while this one was being checked, which ended all that came in by it.
        if ((await findUser(tx, user.userid))?.passwordhash !== user.passwordhash)
          throw new Refusal('WRONG_CREDENTIALS')
      })
    },

    async isUseridFree(userid: string): Promise<boolean> {
      return useridRule.safeParse(userid).success && !(await findUser(tables, userid))
    },
  }
}
