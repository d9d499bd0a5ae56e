import type { ConnectedIdentity } from '@plinth/contract/sso'
import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { refuseEnded } from '@plinth/platform/sessions'
import { createLimits } from '../limits.ts'
import { createPasswordCheck } from '../login/current-password.ts'
import type { AccountTables } from '../tables.ts'
import { publishUserChanged } from '../user-changed.ts'
import { updateUser, userOf } from '../users.repository.ts'
import { connectionMails } from './connections.mails.ts'
import { type Arrival, labelOf, ssotypes } from './provider.ts'
import type { Providers } from './providers.ts'
import { deleteIdentity, insertIdentity, listIdentities, type ProviderName } from './sso.repository.ts'

interface From {
  userid: string
  sessionid: string
  password: string
  address: string
}

/** Which accounts at providers sign in to an account here. Only somebody who is signed in to both joins them. */
export function createConnections(platform: Platform, providers: Providers) {
  const { config, db, mail } = platform
  const tables = db.withTables<AccountTables>()
  const limits = createLimits(platform)
  const checkPassword = createPasswordCheck(platform)
  const mails = connectionMails(config.publicUrl)

  return {
    list: async (userid: string): Promise<{ identities: ConnectedIdentity[] }> => ({
      identities: await listIdentities(tables, userid),
    }),

    async connect(provider: ProviderName, arrival: Arrival, from: From): Promise<void> {
      const { userid, sessionid, password, address } = from
      providers.check(provider)
      await limits.take('signinByAddress', address)
      const checked = await checkPassword(userid, password)
      const identity = await providers.identify(provider, arrival)
      const label = labelOf(identity)
      await tables.transaction(async tx => {
        const { email, passwordhash } = await userOf(tx, userid)
        if (passwordhash !== checked) throw new Refusal('WRONG_PASSWORD')
        // Where there is no password, this is all that keeps out somebody who was shut out while the provider was asked.
        await refuseEnded(tx, { userid, sessionid })
        const connected = (await listIdentities(tx, userid)).some(one => one.provider === provider)
        if (connected) throw new Refusal('SSO_CONNECTED')
        await insertIdentity(tx, { provider, subject: identity.subject, userid, label }, 'SSO_OTHER_ACCOUNT')
        await mail.send(tx, mails.connected(email, userid, provider, label))
        publishUserChanged(tx, userid)
      })
    },

    async disconnect(provider: ProviderName, { userid, password }: Pick<From, 'userid' | 'password'>): Promise<void> {
      await checkPassword(userid, password)
      await tables.transaction(async tx => {
        if (!(await deleteIdentity(tx, userid, provider))) throw new Refusal('NOT_FOUND')
        const { email, passwordhash, ssotype } = await userOf(tx, userid)
        const [other] = await listIdentities(tx, userid)
        // A passkey does not count: it can be lost with the device that holds it.
        if (passwordhash === null && !other) throw new Refusal('LAST_SIGNIN_METHOD')
        const left = passwordhash === null && other ? ssotypes[other.provider] : 'upsso'
        if (ssotype === ssotypes[provider]) await updateUser(tx, userid, { ssotype: left })
        await mail.send(tx, mails.disconnected(email, userid, provider))
        publishUserChanged(tx, userid)
      })
    },
  }
}
