import type { Config } from '@plinth/platform/config'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import * as z from 'zod'
import { homecoming, type Provider, timeout, usableEmail } from './provider.ts'
import { remembered } from './remembered.ts'

const claims = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  email: z.string().transform(usableEmail),
  email_verified: z.boolean().optional(),
})

/** OpenID Connect's code flow. Any issuer that speaks it can stand in for Google. */
export function createGoogle(options: NonNullable<Config['google']>, redirectUri: string): Provider {
  const { clientId, clientSecret, issuer } = options
  // The configuration lets http: through for this machine alone.
  const extensions = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  const discovered = remembered(() =>
    discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
      timeout,
      execute: [...extensions, enableNonRepudiationChecks],
    }),
  )

  return {
    async authorizeUrl() {
      const parameters = { redirect_uri: redirectUri, scope: 'openid email profile' }
      return buildAuthorizationUrl(await discovered(), parameters).href
    },

    async identify(arrival) {
      const tokens = await authorizationCodeGrant(await discovered(), homecoming(redirectUri, arrival), {
        pkceCodeVerifier: arrival.codeverifier,
        expectedNonce: arrival.nonce,
        idTokenExpected: true,
      })
      const { sub, name = '', email, email_verified = false } = claims.parse(tokens.claims())
      if (!email) throw new Error('The ID token names no usable address')
      return { subject: sub, name, email, emailverified: email_verified }
    },
  }
}
