import type { Credentials } from '@plinth/contract/login'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { createNamespaces, endFileTokens } from '../filestores/namespaces.ts'
import { createLimits } from '../limits.ts'
import { createPasswordCheck } from '../login/current-password.ts'
import { allowanceOf } from '../login/devices.repository.ts'
import { createAdmit, type Visitor } from '../login/enter.ts'
import { readTicket, redeemTicket, voidTickets } from '../login/tickets.repository.ts'
import type { AccountTables } from '../tables.ts'
import { publishUserChanged } from '../user-changed.ts'
import { findUser, userOf } from '../users.repository.ts'
import { newRecoveryCodes, newTotpSecret, totpStep, totpUri } from './codes.ts'
import { twoFactorMails } from './two-factor.mails.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  findTotp,
  isTotpOn,
  orgsRequiringTotp,
  proposeTotp,
  removeTotp,
  replaceRecoveryCodes,
  takeCode,
} from './two-factor.repository.ts'

/** The second step of signing in: an authenticator app, and recovery codes for the day it is gone. */
export function createTwoFactor(platform: Platform) {
  const { config, db, mail } = platform
  const tables = db.withTables<AccountTables>()
  const limits = createLimits(platform)
  const mails = twoFactorMails(config.publicUrl)
  const admit = createAdmit(platform)
  const checkPassword = createPasswordCheck(platform)
  const { andTell } = createNamespaces(platform)

  /** Runs the work if the code is right. Who is right in the end has not been guessing. */
  async function knowingCode<R>(userid: string, code: string, work: (tx: Tx<AccountTables>) => Promise<R>): Promise<R> {
    await limits.take('codeByAccount', userid)
    const result = await andTell(async tx => {
      if (!(await isTotpOn(tx, userid))) throw new Refusal('TWO_FACTOR_OFF')
      if (!(await takeCode(tx, userid, code))) throw new Refusal('WRONG_CODE')
      return work(tx)
    })
    await limits.forgive('codeByAccount', userid)
    return result
  }

  return {
    async signin(ticket: string, code: string, visitor: Visitor): Promise<Credentials> {
      await limits.take('signinByAddress', visitor.address)
      const userid = (await readTicket(tables, 'two-factor', ticket)).userid ?? ''
      const allowance = await allowanceOf(tables, visitor.devicetoken, { userid, account: userid })
      await limits.take('codeByAccount', allowance)
      const credentials = await admit(visitor, async tx => {
        const user = await findUser(tx, userid)
        if (!user) throw new Refusal('SIGNIN_EXPIRED')
        const kind = await takeCode(tx, userid, code)
        if (!kind) throw new Refusal('WRONG_CODE')
        await redeemTicket(tx, 'two-factor', ticket)
        if (kind === 'recovery')
          await mail.send(tx, mails.recoveryCodeUsed(user.email, userid, await countRecoveryCodes(tx, userid)))
        return user
      })
      await limits.forgive('codeByAccount', allowance)
      return credentials
    },

    async start(userid: string, password: string): Promise<{ secret: string; uri: string }> {
      if (await isTotpOn(tables, userid)) throw new Refusal('TWO_FACTOR_ON')
      await checkPassword(userid, password)
      const secret = newTotpSecret()
      const proposed = await tables.transaction(tx => proposeTotp(tx, userid, secret))
      if (!proposed) throw new Refusal('TWO_FACTOR_ON')
      return { secret, uri: totpUri(secret, userid) }
    },

    async confirm(userid: string, code: string): Promise<{ recoverycodes: string[] }> {
      await limits.take('codeByAccount', userid)
      const recoverycodes = newRecoveryCodes()
      await tables.transaction(async tx => {
        const totp = await findTotp(tx, userid)
        if (totp?.confirmedat != null) throw new Refusal('TWO_FACTOR_ON')
        const step = totp && totpStep(totp.secret, code)
        if (step === undefined) throw new Refusal('WRONG_CODE')
        await confirmTotp(tx, userid, step)
        await replaceRecoveryCodes(tx, userid, recoverycodes)
        await mail.send(tx, mails.turnedOn((await userOf(tx, userid)).email, userid))
        publishUserChanged(tx, userid)
      })
      await limits.forgive('codeByAccount', userid)
      return { recoverycodes }
    },

    async renewRecoveryCodes(userid: string, code: string): Promise<{ recoverycodes: string[] }> {
      const recoverycodes = newRecoveryCodes()
      await knowingCode(userid, code, async tx => {
        await replaceRecoveryCodes(tx, userid, recoverycodes)
        await mail.send(tx, mails.recoveryCodesRenewed((await userOf(tx, userid)).email, userid))
      })
      return { recoverycodes }
    },

    async disable(userid: string, code: string): Promise<void> {
      await knowingCode(userid, code, async tx => {
        await removeTotp(tx, userid)
        for (const orgid of await orgsRequiringTotp(tx, userid)) await endFileTokens(tx, { orgid }, userid)
        await voidTickets(tx, 'two-factor', userid)
        await mail.send(tx, mails.turnedOff((await userOf(tx, userid)).email, userid))
        publishUserChanged(tx, userid)
      })
    },
  }
}
