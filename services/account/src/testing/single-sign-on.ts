import { createHash, randomBytes } from 'node:crypto'
import {
  connectGithub,
  connectGoogle,
  ghssoSignin,
  ghssoSignup,
  gssoSignin,
  gssoSignup,
  listProviders,
  ssoNewcomer,
} from '@plinth/contract/sso'
import { startGithub } from '@plinth/tools/providers/github'
import { startGoogle } from '@plinth/tools/providers/google'
import type { ProviderPerson } from '@plinth/tools/providers/sign-in-page'
import { visitProvider } from '@plinth/tools/providers/visit'
import { startAccount } from './people.ts'

const publicUrl = 'https://plinth.example.org'
const client = { clientId: 'plinth', clientSecret: 'a secret' }

export const calls = {
  google: { signin: gssoSignin, signup: gssoSignup, connect: connectGoogle, ssotype: 'gsso' },
  github: { signin: ghssoSignin, signup: ghssoSignup, connect: connectGithub, ssotype: 'ghsso' },
} as const

export type ProviderName = keyof typeof calls

let people = 0

/** Somebody with an account at a provider, whom nobody here has seen before. GitHub's subjects are numbers. */
export function stranger(login: string, given: Partial<ProviderPerson> = {}): ProviderPerson {
  const subject = String(1000 + people++)
  return { subject, login, name: `${login} Lind`, email: `${login}@example.org`, verified: true, ...given }
}

/** The account service set up for both providers, which run on loopback. */
export async function startWithProviders(environment: Record<string, string> = {}) {
  const google = await startGoogle({ ...client, redirectUri: `${publicUrl}/auth/google` })
  const github = await startGithub({ ...client, redirectUri: `${publicUrl}/auth/github` })
  const app = await startAccount({
    PUBLIC_URL: publicUrl,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    GOOGLE_ISSUER: google.url,
    GITHUB_CLIENT_ID: client.clientId,
    GITHUB_CLIENT_SECRET: client.clientSecret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
    ...environment,
  })

  /** What the page would hold after the pop-up came home. */
  async function arrive(provider: ProviderName, person: ProviderPerson) {
    const [providers] = await app.as()(listProviders, {})
    const url = new URL(providers?.[provider]?.authorizeurl ?? '')
    const secret = () => randomBytes(32).toString('base64url')
    const [codeverifier, nonce] = [secret(), secret()]
    const code_challenge = createHash('sha256').update(codeverifier).digest('base64url')
    const added = { state: secret(), nonce, code_challenge, code_challenge_method: 'S256' }
    for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
    const home = (await visitProvider(url.href, { person })).searchParams
    return { code: home.get('code') ?? '', codeverifier, nonce, iss: home.get('iss') ?? undefined }
  }

  const signin = async (provider: ProviderName, person: ProviderPerson) =>
    app.as()(calls[provider].signin, await arrive(provider, person))

  /** Through the pop-up as somebody new: what the sign-up form is filled in with. */
  async function newcomer(provider: ProviderName, person: ProviderPerson) {
    const [, error] = await signin(provider, person)
    return ssoNewcomer.parse(error?.errdata.data)
  }

  return {
    ...app,
    google,
    github,
    arrive,
    signin,
    newcomer,

    async signup(provider: ProviderName, person: ProviderPerson) {
      const { ticket, name, suggestion } = await newcomer(provider, person)
      const [data, error] = await app.as()(calls[provider].signup, { ticket, name, userid: suggestion })
      if (error) throw new Error(error.msg)
      return { ...data, ask: app.as(data.accesstoken) }
    },

    async close() {
      await Promise.all([app.close(), google.close(), github.close()])
    },
  }
}
