import type { InputOf } from '@plinth/contract/call'
import type { Credentials } from '@plinth/contract/login'
import type { addPasskey, Passkey, signinPasskey } from '@plinth/contract/passkeys'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { createLimits } from '../limits.ts'
import { createPasswordCheck } from '../login/current-password.ts'
import { createAdmit, type Visitor } from '../login/enter.ts'
import { issueTicket, readTicket, redeemTicket, voidTickets } from '../login/tickets.repository.ts'
import type { AccountTables } from '../tables.ts'
import { twoFactorMails } from '../two-factor/two-factor.mails.ts'
import { publishUserChanged } from '../user-changed.ts'
import { userOf } from '../users.repository.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type StoredPasskey,
} from './passkeys.repository.ts'
import { createWebauthn, newChallenge, readAssertion } from './webauthn.ts'

const mostPerUser = 20

const shown = ({ passkeyid, name, createdat, lastusedat }: StoredPasskey): Passkey => ({
  passkeyid,
  name,
  createdat,
  lastusedat,
})

/** Passkeys: they sign in by themselves, since the device asks who it is, or serve as the second step of a password. */
export function createPasskeys(platform: Platform) {
  const { config, db, mail } = platform
  const tables = db.withTables<AccountTables>()
  const limits = createLimits(platform)
  const mails = twoFactorMails(config.publicUrl)
  const webauthn = createWebauthn(config.publicUrl)
  const admit = createAdmit(platform)
  const checkPassword = createPasswordCheck(platform)

  const issue = (use: 'add' | 'signin', userid: string | null, challenge: string) =>
    tables.transaction(tx => issueTicket(tx, `passkey-${use}`, { userid, data: { challenge } }))

  /** A challenge is answered once, rightly or wrongly. */
  async function redeem(use: 'add' | 'signin', ticket: string) {
    const { userid, data } = await tables.transaction(tx => redeemTicket(tx, `passkey-${use}`, ticket))
    return { userid, challenge: data.challenge ?? '' }
  }

  return {
    list: async (userid: string) => ({ passkeys: (await listPasskeys(tables, userid)).map(shown) }),

    async start(userid: string, password: string) {
      await checkPassword(userid, password)
      const existing = await listPasskeys(tables, userid)
      if (existing.length >= mostPerUser) throw new Refusal('TOO_MANY_PASSKEYS')
      const challenge = newChallenge()
      const options = webauthn.creationOptions(challenge, await userOf(tables, userid), existing)
      return { ticket: await issue('add', userid, challenge), options }
    },

    async add(userid: string, { ticket, name, response }: InputOf<typeof addPasskey>): Promise<{ passkey: Passkey }> {
      const { userid: owner, challenge } = await redeem('add', ticket)
      if (owner !== userid) throw new Refusal('PASSKEY_EXPIRED')
      const verified = await webauthn.verifyCreation(response, challenge)
      const passkey = { ...verified, userid, name, createdat: Date.now(), lastusedat: null }
      await tables.transaction(async tx => {
        if ((await listPasskeys(tx, userid)).length >= mostPerUser) throw new Refusal('TOO_MANY_PASSKEYS')
        await insertPasskey(tx, passkey)
        await mail.send(tx, mails.passkeyAdded((await userOf(tx, userid)).email, userid, name))
        publishUserChanged(tx, userid)
      })
      return { passkey: shown(passkey) }
    },

    async remove(userid: string, passkeyid: string): Promise<void> {
      await tables.transaction(async tx => {
        const name = await deletePasskey(tx, userid, passkeyid)
        if (name === undefined) throw new Refusal('NOT_FOUND')
        await mail.send(tx, mails.passkeyRemoved((await userOf(tx, userid)).email, userid, name))
        publishUserChanged(tx, userid)
      })
    },

    /** With the ticket of a sign-in that needs a second step, only that person's passkeys will do. */
    async startSignin(ticket: string | undefined, address: string) {
      await limits.take('signinByAddress', address)
      const userid = ticket === undefined ? null : (await readTicket(tables, 'two-factor', ticket)).userid
      const challenge = newChallenge()
      const options = webauthn.requestOptions(challenge, userid === null ? [] : await listPasskeys(tables, userid))
      return { ticket: await issue('signin', userid, challenge), options }
    },

    async signin({ ticket, response }: InputOf<typeof signinPasskey>, visitor: Visitor): Promise<Credentials> {
      await limits.take('signinByAddress', visitor.address)
      const { userid, challenge } = await redeem('signin', ticket)
      const assertion = readAssertion(response)
      const passkey = await findPasskey(tables, assertion.id)
      if (!passkey || (userid !== null && passkey.userid !== userid)) throw new Refusal('PASSKEY_REFUSED')
      const counter = await webauthn.verifyAssertion(assertion, challenge, passkey)
      return admit(visitor, async tx => {
        if (!(await notePasskeyUse(tx, passkey, counter))) throw new Refusal('PASSKEY_REFUSED')
        if (userid !== null) await voidTickets(tx, 'two-factor', userid)
        return userOf(tx, passkey.userid)
      })
    },
  }
}
