import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'
import { formOf, type LocalServer, listenLocally, pathOf } from './local-server.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { type ProviderPerson, readPageAnswer, sendSignInPage } from './sign-in-page.ts'

export interface Client {
  clientId: string
  clientSecret: string
  redirectUri: string
}

/** An OpenID provider that stands in for Google: ID tokens with the address in them, PKCE asked for. */
export async function startGoogle(client: Client, port?: number): Promise<LocalServer> {
  const people = new Map<string, ProviderPerson>()
  return listenLocally(issuer => {
    const provider = new Provider(issuer, configuration(client, people))
    const serve = provider.callback()
    return (request, response) => {
      if (pathOf(request).startsWith('/interaction/')) void interact(provider, people, request, response)
      else void serve(request, response)
    }
  }, port)
}

function configuration({ clientId, clientSecret, redirectUri }: Client, people: Map<string, ProviderPerson>) {
  const settings: Configuration = {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, subject) => ({ accountId: subject, claims: () => claimsOf(subject, people) }),
    // Whoever presses Allow has consented: there is no second page.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
  return settings
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', alg: 'RS256', use: 'sig' } as const
}

function claimsOf(subject: string, people: Map<string, ProviderPerson>) {
  const { name, email, verified } = people.get(subject) ?? { name: '', email: '', verified: false }
  return { sub: subject, name, email, email_verified: verified }
}

async function interact(
  provider: Provider,
  people: Map<string, ProviderPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return sendSignInPage(response, 'Google', pathOf(request))
  const answer = readPageAnswer(await formOf(request))
  if ('denied' in answer) return provider.interactionFinished(request, response, { error: 'access_denied' })
  const { person } = answer
  people.set(person.subject, person)
  await provider.interactionFinished(request, response, { login: { accountId: person.subject } })
}
