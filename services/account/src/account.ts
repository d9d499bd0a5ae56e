import type { Service } from '@plinth/platform/service'
import { loginRoutes } from './login/login.routes.ts'
import { orgRoutes } from './orgs/orgs.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'

/** The account service of the specification: people, organisations and what they may do. */
export const account: Service = {
  name: 'account',
  migrations: new URL('../migrations/', import.meta.url),
  mount(platform, bind) {
    loginRoutes(platform, bind)
    recoveryRoutes(platform, bind)
    profileRoutes(platform, bind)
    orgRoutes(platform, bind)
  },
}
