import type { Service } from '@plinth/platform/service'
import { accessTokenRoutes } from './access-tokens/access-tokens.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { filestoreRoutes } from './filestores/filestores.routes.ts'
import { inviteRoutes } from './invites/invites.routes.ts'
import { loginRoutes } from './login/login.routes.ts'
import { memberRoutes } from './members/members.routes.ts'
import { createMembership } from './members/membership.ts'
import { orgRoutes } from './orgs/orgs.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { projectUserRoutes } from './projects/project-users.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'
import { ssoRoutes } from './sso/sso.routes.ts'
import { sweepWhatEnded } from './sweeps.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'

/** The account service of the specification: people, organisations and what they may do. */
export const account: Service = {
  name: 'account',
  migrations: new URL('../migrations/', import.meta.url),
  membership: createMembership,
  mount(platform, bind) {
    loginRoutes(platform, bind)
    ssoRoutes(platform, bind)
    twoFactorRoutes(platform, bind)
    passkeyRoutes(platform, bind)
    accessTokenRoutes(platform, bind)
    recoveryRoutes(platform, bind)
    profileRoutes(platform, bind)
    orgRoutes(platform, bind)
    memberRoutes(platform, bind)
    inviteRoutes(platform, bind)
    projectRoutes(platform, bind)
    projectUserRoutes(platform, bind)
    filestoreRoutes(platform, bind)
    auditRoutes(platform, bind)
    sweepWhatEnded(platform)
  },
}
