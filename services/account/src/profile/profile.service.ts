import type { ResponseOf } from '@plinth/contract/call'
import type { userInfo } from '@plinth/contract/profile'
import type { Platform } from '@plinth/platform/service'
import type { AccountTables } from '../tables.ts'
import { profileOf, updateUser } from '../users.repository.ts'

export function createProfile({ db }: Platform) {
  const tables = db.withTables<AccountTables>()

  return {
    async info(userid: string): Promise<ResponseOf<typeof userInfo>> {
      const { name, email, emailverified, ssotype, passwordhash, notifications, totpsince } = await profileOf(
        tables,
        userid,
      )
      return {
        userid,
        name,
        email,
        emailverified: emailverified === 1,
        ssotype,
        haspassword: passwordhash !== null,
        notifications: notifications === 1,
        twofactor: totpsince !== null,
      }
    },

    async setNotifications(userid: string, notifications: boolean): Promise<void> {
      await tables.transaction(tx => updateUser(tx, userid, { notifications: notifications ? 1 : 0 }))
    },
  }
}
