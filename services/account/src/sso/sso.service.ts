import type { InputOf, ResponseOf } from '@plinth/contract/call'
import { line } from '@plinth/contract/fields'
import type { Credentials } from '@plinth/contract/login'
import type { ghssoSignup, listProviders, SsoNewcomer } from '@plinth/contract/sso'
import type { Tx } from '@plinth/platform/database/database'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { letIn } from '../invites/let-in.ts'
import { createLimits } from '../limits.ts'
import { createAdmit, createEnter, type Visitor } from '../login/enter.ts'
import { loginMails } from '../login/login.mails.ts'
import { issueTicket, redeemTicket } from '../login/tickets.repository.ts'
import type { AccountTables } from '../tables.ts'
import { findUser, insertUser } from '../users.repository.ts'
import { type Arrival, type Identity, labelOf, ssotypes } from './provider.ts'
import type { Providers } from './providers.ts'
import { findByIdentity, firstFree, insertIdentity, type ProviderName } from './sso.repository.ts'
import { suggestions } from './suggestions.ts'

/** Signing in and up through Google and GitHub. A provider is asked before any transaction begins, never inside one. */
export function createSso(platform: Platform, providers: Providers) {
  const { config, db, mail } = platform
  const tables = db.withTables<AccountTables>()
  const limits = createLimits(platform)
  const mails = loginMails(config.publicUrl)
  const admit = createAdmit(platform)
  const enter = createEnter(platform)

  /** The ticket remembers who it was, so that nobody goes through the pop-up twice. */
  async function welcome(provider: ProviderName, identity: Identity): Promise<SsoNewcomer> {
    const { subject, email, emailverified } = identity
    const label = labelOf(identity)
    const data = { provider, subject, label, email: email ?? '', verified: emailverified ? 'yes' : '' }
    const ticket = await tables.transaction(tx => issueTicket(tx, 'sso', { userid: null, data }))
    const suggestion = (await firstFree(tables, suggestions(identity))) ?? ''
    return { ticket, name: line(1, 80, '').safeParse(identity.name.slice(0, 80)).data ?? '', email, suggestion }
  }

  return {
    async listProviders(): Promise<ResponseOf<typeof listProviders>> {
      const [google, github] = await Promise.all([providers.authorizeUrl('google'), providers.authorizeUrl('github')])
      return { google, github, signup: config.signup }
    },

    async signin(provider: ProviderName, arrival: Arrival, visitor: Visitor): Promise<Credentials> {
      providers.check(provider)
      await limits.take('signinByAddress', visitor.address)
      const identity = await providers.identify(provider, arrival)
      const user = await findByIdentity(tables, { provider, subject: identity.subject })
      if (user) return enter(user, visitor)
      // The address proves who owns it today, not who made the account: the two are never joined without being asked.
      const { email, emailverified } = identity
      if (email && emailverified && (await findUser(tables, email))) throw new Refusal('SSO_EMAIL_HAS_ACCOUNT')
      throw new Refusal('SSO_NO_ACCOUNT', { data: await welcome(provider, identity) })
    },

    async signup(provider: ProviderName, input: InputOf<typeof ghssoSignup>, visitor: Visitor): Promise<Credentials> {
      providers.check(provider)
      await limits.take('signupByAddress', visitor.address)
      const { userid, name } = input
      return admit(visitor, async tx => {
        // A refusal undoes this too, so the ticket can be tried again with what was missing.
        const { subject, label, email: named, verified } = await redeem(tx, provider, input.ticket)
        const email = named || input.email
        if (!email) throw new Refusal('GITHUB_TOKEN_MISSING_EMAIL_AT')
        await letIn(tx, config, { inviteid: input.inviteid, email })
        await insertIdentity(tx, { provider, subject, userid, label }, 'SSO_EXPIRED')
        const user = { userid, name, email, passwordhash: null, notifications: 1, createdat: Date.now() }
        await insertUser(tx, { ...user, ssotype: ssotypes[provider], emailverified: verified ? 1 : 0 })
        if (!verified) {
          const token = await issueTicket(tx, 'verify-email', { userid, data: { email } })
          await mail.send(tx, mails.verifyEmail(email, userid, token))
        }
        return { userid, email }
      })
    },
  }
}

async function redeem(tx: Tx<AccountTables>, provider: ProviderName, ticket: string) {
  const { data } = await redeemTicket(tx, 'sso', ticket)
  if (data.provider !== provider) throw new Refusal('SSO_EXPIRED')
  const { subject = '', label = '', email = '' } = data
  return { subject, label, email, verified: data.verified === 'yes' }
}
