import { email } from '@plinth/contract/fields'

/** Seconds for each request to a provider: a sign-in takes up to three, and the browser waits for 15 in all. */
export const timeout = 4

/** What the pop-up brought home. */
export interface Arrival {
  code: string
  codeverifier: string
  nonce?: string
  iss?: string
}

/** Who a provider says it was. */
export interface Identity {
  subject: string
  /** What the provider calls them on its own pages, where it has such a thing. */
  login?: string
  name: string
  email: string | null
  emailverified: boolean
}

/** Both functions throw whatever went wrong; the service answers for it. */
export interface Provider {
  /** Where a pop-up begins, but for what the page adds. */
  authorizeUrl(): Promise<string>
  identify(arrival: Arrival): Promise<Identity>
}

export const ssotypes = { google: 'gsso', github: 'ghsso' } as const

/** What its owner knows an account by: the login where the provider has one, the address otherwise. */
export const labelOf = ({ login, email }: Identity) => (login ?? email ?? '').slice(0, 254)

/** The address in our form, or null where ours could not take it. */
export const usableEmail = (text: string | null | undefined) => email.safeParse(text).data ?? null

/** The address that the pop-up came home to, as the token request has to repeat it. */
export function homecoming(redirectUri: string, { code, iss }: Arrival): URL {
  const url = new URL(redirectUri)
  url.search = new URLSearchParams({ code, ...(iss ? { iss } : {}) }).toString()
  return url
}
