import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Actor } from '@plinth/platform/http/bind'
import type { Platform } from '@plinth/platform/service'
import { createNamespaces, endFileTokensVia } from '../filestores/namespaces.ts'
import { createLimits } from '../limits.ts'
import { forgetDevices } from '../login/devices.repository.ts'
import { loginMails } from '../login/login.mails.ts'
import { hashPassword, verifyPassword } from '../login/passwords.ts'
import { issueTicket, readTicket, redeemTicket, voidTickets } from '../login/tickets.repository.ts'
import { deletePasskeys } from '../passkeys/passkeys.repository.ts'
import { deleteIdentities } from '../sso/sso.repository.ts'
import type { AccountTables } from '../tables.ts'
import { publishUserChanged } from '../user-changed.ts'
import { findUser, updateUser, userOf } from '../users.repository.ts'

const resetMail = 'recovery.resetmail'

/** Proving an address, and getting back in: every link works once, for a while, for what it was made for. */
export function createRecovery(platform: Platform) {
  const { config, db, jobs, mail, sessions, accessTokens } = platform
  const tables = db.withTables<AccountTables>()
  const limits = createLimits(platform)
  const mails = loginMails(config.publicUrl)
  const { andTell } = createNamespaces(platform)

  jobs.handle(resetMail, async payload => {
    const user = await findUser(tables, (payload as { userid: string }).userid)
    if (!user) return
    const { userid, email } = user
    await tables.transaction(async tx => {
      const token = await issueTicket(tx, 'reset-password', { userid, data: { email } })
      await mail.send(tx, mails.resetPassword(email, userid, token))
    })
  })

  /** In this order: whoever asks again and again uses up their own, not that of those around them. */
  async function takeMail(userid: string, address: string): Promise<void> {
    await limits.take('mailByAccount', userid)
    await limits.take('mailByAddress', address)
  }

  return {
    async verifyEmail(token: string): Promise<void> {
      await tables.transaction(async tx => {
        const { userid, data } = await redeemTicket(tx, 'verify-email', token)
        const user = userid ? await findUser(tx, userid) : undefined
        // The address may have changed since the link was sent; it proves only the one it was sent to.
        if (user?.email !== data.email || !user) throw new Refusal('LINK_DEAD')
        await updateUser(tx, user.userid, { emailverified: 1 })
        publishUserChanged(tx, user.userid)
      })
    },

    async sendVerificationLink({ userid }: Actor, address: string): Promise<void> {
      await takeMail(userid, address)
      await tables.transaction(async tx => {
        const { email, emailverified } = await userOf(tx, userid)
        if (emailverified) throw new Refusal('EMAIL_VERIFIED_ALREADY')
        await voidTickets(tx, 'verify-email', userid)
        const token = await issueTicket(tx, 'verify-email', { userid, data: { email } })
        await mail.send(tx, mails.verifyEmail(email, userid, token))
      })
    },

    /** Whether there is such an account is found out by the job: the caller gets the same answer in the same time. */
    async requestReset(userid: string, address: string): Promise<void> {
      await limits.take('mailByAddress', address)
      // Anybody can ask. That must not use up what the owner may have sent to themselves.
      await limits.take('resetByAccount', userid)
      await tables.transaction(tx => jobs.enqueue(tx, resetMail, { userid }))
    },

    async checkResetLink(id: string): Promise<void> {
      await readTicket(tables, 'reset-password', id)
    },

    async resetPassword(id: string, password: string): Promise<void> {
      // Looked at first, so that a dead link costs nobody the hashing.
      await readTicket(tables, 'reset-password', id)
      const passwordhash = await hashPassword(password)
      await andTell(async tx => {
        const { userid, data } = await redeemTicket(tx, 'reset-password', id)
        const user = userid ? await findUser(tx, userid) : undefined
        // Who reads the mails to an address that the account has no more is not its owner for that.
        if (!user || user.email !== data.email) throw new Refusal('LINK_DEAD')
        if (!user.emailverified) await endOtherWaysIn(tx, user.userid)
        await updateUser(tx, user.userid, { passwordhash, emailverified: 1 })
        await voidWhatWasBegun(tx, user.userid)
        // Whoever needed this way back in may have lost the account for a while: what others left behind ends.
        const ended = [...(await sessions.endAll(tx, user.userid)), ...(await accessTokens.revokeAll(tx, user.userid))]
        await endFileTokensVia(tx, user.userid, ended)
        await forgetDevices(tx, user.userid)
        await mail.send(tx, mails.passwordChanged(user.email, user.userid))
      })
    },

    async changePassword({ userid, sessionid }: Actor, oldpassword: string, newpassword: string): Promise<void> {
      await limits.take('passwordByAccount', userid)
      const { passwordhash: oldhash } = await userOf(tables, userid)
      if (!(await verifyPassword(oldhash, oldpassword))) throw new Refusal('WRONG_PASSWORD')
      await limits.forgive('passwordByAccount', userid)
      const passwordhash = await hashPassword(newpassword)
      await andTell(async tx => {
        const user = await userOf(tx, userid)
        // Somebody else changed it while this one was being checked: the old password is no longer the old password.
        if (user.passwordhash !== oldhash) throw new Refusal('WRONG_PASSWORD')
        await updateUser(tx, userid, { passwordhash })
        await voidWhatWasBegun(tx, userid)
        await endFileTokensVia(tx, userid, await sessions.endAll(tx, userid, sessionid))
        await mail.send(tx, mails.passwordChanged(user.email, userid))
      })
    },

    async requestEmailChange({ userid }: Actor, email: string, address: string): Promise<void> {
      await takeMail(userid, address)
      await tables.transaction(async tx => {
        if (await findUser(tx, email)) throw new Refusal('EMAIL_TAKEN')
        await voidTickets(tx, 'change-email', userid)
        const token = await issueTicket(tx, 'change-email', { userid, data: { email } })
        await mail.send(tx, mails.changeEmail(email, userid, token))
      })
    },

    async applyEmailChange({ userid }: Actor, token: string): Promise<{ email: string }> {
      return tables.transaction(async tx => {
        const { userid: owner } = await readTicket(tx, 'change-email', token)
        // Not used up: its owner can still sign in and follow it.
        if (owner !== userid) throw new Refusal('WRONG_USER')
        const { data } = await redeemTicket(tx, 'change-email', token)
        const email = data.email ?? ''
        const before = await userOf(tx, userid)
        await updateUser(tx, userid, { email, emailverified: 1 })
        await mail.send(tx, mails.emailChanged(before.email, userid, email))
        publishUserChanged(tx, userid)
        return { email }
      })
    },
  }
}

/**
 * With a new password: also the link to another address. Whoever was in and asked for it could still get its owner, who is signed
 * in, to follow it.
 */
async function voidWhatWasBegun(tx: Tx<AccountTables>, userid: string): Promise<void> {
  for (const kind of ['reset-password', 'two-factor', 'change-email'] as const) await voidTickets(tx, kind, userid)
}

/** Nobody had proven the address until now: the account may have been made by somebody else, who would come in by these. */
async function endOtherWaysIn(tx: Tx<AccountTables>, userid: string): Promise<void> {
  await deletePasskeys(tx, userid)
  await deleteIdentities(tx, userid)
  await updateUser(tx, userid, { ssotype: 'upsso' })
}
