import type { Config } from '@plinth/platform/config'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  fetchProtectedResource,
} from 'openid-client'
import * as z from 'zod'
import { homecoming, type Provider, timeout, usableEmail } from './provider.ts'

const user = z.object({ id: z.int(), login: z.string().min(1), name: z.string().nullish() })
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** OAuth's code flow, then the API says who it is. A GitHub Enterprise server answers the same way. */
export function createGithub(options: NonNullable<Config['github']>, redirectUri: string): Provider {
  const config = configure(options)

  const read = async (path: string, accesstoken: string): Promise<Response> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'Plinth' })
    return fetchProtectedResource(config, accesstoken, new URL(options.apiUrl + path), 'GET', undefined, headers)
  }

  return {
    async authorizeUrl() {
      const parameters = { redirect_uri: redirectUri, scope: 'read:user user:email' }
      return buildAuthorizationUrl(config, parameters).href
    },

    async identify(arrival) {
      const checks = { pkceCodeVerifier: arrival.codeverifier }
      const tokens = await authorizationCodeGrant(config, homecoming(redirectUri, arrival), checks)
      const [who, addresses] = await Promise.all([
        read('/user', tokens.access_token),
        read('/user/emails', tokens.access_token),
      ])
      const { id, login, name } = user.parse(await body(who))
      const email = primaryOf(addresses.status === 403 || addresses.status === 404 ? [] : await body(addresses))
      return { subject: String(id), login, name: name || login, email, emailverified: email !== null }
    },
  }
}

function configure({ clientId, clientSecret, url, apiUrl }: NonNullable<Config['github']>): Configuration {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const config = new Configuration(server, clientId, undefined, ClientSecretPost(clientSecret))
  config.timeout = timeout
  // The configuration lets http: through for this machine alone.
  if ([url, apiUrl].some(address => address.startsWith('http:'))) allowInsecureRequests(config)
  return config
}

async function body(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${new URL(response.url).pathname} answered ${response.status}`)
  return response.json()
}

/** Somebody may keep their addresses to themselves; then GitHub refuses the list and they are asked for one. */
function primaryOf(answer: unknown): string | null {
  const found = emails.parse(answer).find(({ primary, verified }) => primary && verified)
  return usableEmail(found?.email)
}
