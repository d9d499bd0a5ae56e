import type { Credentials } from '@plinth/contract/login'
import type { Platform } from '@plinth/platform/service'
import type { User } from '../users.repository.ts'

/** Where a session comes from: shown in the list of one's sessions. */
export interface Visitor {
  device: string
  address: string
}

/** The last step of every way in, once it is known who it is. */
export function createEnter({ db, sessions }: Platform) {
  return async ({ userid, email }: Pick<User, 'userid' | 'email'>, visitor: Visitor): Promise<Credentials> => {
    const { accesstoken } = await db.transaction(tx => sessions.open(tx, { userid, ...visitor }))
    return { accesstoken, userid, email }
  }
}
