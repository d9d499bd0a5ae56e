import type { ProviderName } from './sso-names.ts'
import { session } from './storage.ts'

/** What the server needs to ask the provider who it was. */
export interface Arrival {
  code: string
  codeverifier: string
  nonce: string
  iss?: string
}

/** What the pop-up posts to the page that opened it, once it is home again. */
export interface Homecoming {
  type: 'GOOGLE_CODE' | 'GITHUB_CODE'
  state?: string
  code?: string
  error?: string
  iss?: string
}

export const messageTypes = { google: 'GOOGLE_CODE', github: 'GITHUB_CODE' } as const

export type PopUpFailure = 'blocked' | 'closed' | 'denied' | 'failed'
type Outcome = { arrival: Arrival } | PopUpFailure | 'abandoned'

/** What to tell the user, by the provider's name. */
export const popUpSentences: Record<PopUpFailure, (label: string) => string> = {
  blocked: () => 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  closed: label => `The window of ${label} was closed before you were done. Try again when you like.`,
  denied: label => `You did not let ${label} tell us who you are. Try again, or use another way in.`,
  failed: label => `${label} sent no answer that belongs to this try. Try again.`,
}

/** Why a try was abandoned, where not because its page went away. */
export const anotherTry = 'another try'

interface Secrets {
  state: string
  codeverifier: string
  nonce: string
}

/** Must be called right from a click, or the browser blocks the window: so that comes before anything that takes time. */
export async function askProvider(provider: ProviderName, authorizeurl: string, signal: AbortSignal): Promise<Outcome> {
  const popup = window.open('', 'plinth-sign-in', windowFeatures())
  if (!popup) return 'blocked'
  const secrets = keepSecrets(provider)
  popup.location.replace(await addressOf(authorizeurl, secrets))
  popup.focus()
  const home = await untilHome(popup, provider, signal)
  // After a second click the window belongs to the new try.
  if (signal.reason !== anotherTry) popup.close()
  return typeof home === 'string' ? home : outcomeOf(home, takeSecrets(provider))
}

function outcomeOf(home: Homecoming, secrets: Secrets | undefined): Outcome {
  if (!secrets || home.state !== secrets.state) return 'failed'
  if (home.error === 'access_denied') return 'denied'
  if (!home.code) return 'failed'
  return { arrival: { code: home.code, codeverifier: secrets.codeverifier, nonce: secrets.nonce, iss: home.iss } }
}

function untilHome(popup: Window, provider: ProviderName, signal: AbortSignal) {
  return new Promise<Homecoming | 'closed' | 'abandoned'>(resolve => {
    const over = new AbortController()
    const end = (how: Homecoming | 'closed' | 'abandoned') => {
      over.abort()
      clearInterval(watch)
      resolve(how)
    }
    const hear = (event: MessageEvent) => {
      const ours = event.origin === location.origin && event.source === popup
      if (ours && event.data?.type === messageTypes[provider]) end(event.data)
    }
    window.addEventListener('message', hear, { signal: over.signal })
    signal.addEventListener('abort', () => end('abandoned'), { signal: over.signal })
    // A window on another site tells nothing but whether it is still there.
    const watch = setInterval(() => popup.closed && end('closed'), 250)
  })
}

async function addressOf(authorizeurl: string, { state, codeverifier, nonce }: Secrets): Promise<string> {
  const url = new URL(authorizeurl)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeverifier))
  const added = { state, nonce, code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: 'S256' }
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value)
  return url.href
}

const key = (provider: ProviderName) => `sso:${provider}`

function keepSecrets(provider: ProviderName): Secrets {
  const secrets = { state: random(), codeverifier: random(), nonce: random() }
  session.setItem(key(provider), JSON.stringify(secrets))
  return secrets
}

/** They serve for one homecoming. */
function takeSecrets(provider: ProviderName): Secrets | undefined {
  const text = session.getItem(key(provider))
  session.removeItem(key(provider))
  return text ? JSON.parse(text) : undefined
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function windowFeatures(): string {
  const [width, height] = [500, 650]
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}
