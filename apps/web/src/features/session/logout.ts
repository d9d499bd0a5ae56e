import { logout } from '@plinth/contract/login'
import { ask } from '../../lib/api.ts'
import { logOut } from '../../lib/credentials.ts'
import { dropAllDrafts } from '../../lib/drafts.ts'

/** Leaves at once. The call has the token already, and a server that cannot be reached must not keep anybody signed in here. */
export function leave(): void {
  void ask(logout, {})
  dropAllDrafts()
  logOut()
}
