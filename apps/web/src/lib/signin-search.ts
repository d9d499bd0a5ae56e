/** What the sign-in and sign-up addresses can carry, and hand to each other. */
export interface SigninSearch {
  /** The page that was wanted. */
  redirect?: string
  'invite-token'?: string
  orgname?: string
  'email-token'?: string
  userid?: string
}

const keys = ['redirect', 'invite-token', 'orgname', 'email-token', 'userid'] as const

export function signinSearch(search: Record<string, unknown>): SigninSearch {
  return Object.fromEntries(keys.flatMap(key => (text(search[key]) ? [[key, search[key]]] : [])))
}

/** Of the links that mails carry. */
export function tokenSearch({ token, userid }: Record<string, unknown>): { token?: string; userid?: string } {
  return { token: text(token), userid: text(userid) }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Where section 2.1 sends somebody who has just signed in. */
export function afterSignin(search: SigninSearch): string {
  const { 'invite-token': invite, 'email-token': emailToken, userid = '' } = search
  if (invite) return `/auth/verify-invite?${new URLSearchParams({ token: invite })}`
  if (emailToken) return `/auth/change-email?${new URLSearchParams({ token: emailToken, userid })}`
  return ownPath(search.redirect) ?? '/org'
}

/** A path of this very site, or nothing: a link must not be able to send people elsewhere after they sign in. */
function ownPath(wanted: string | undefined): string | undefined {
  if (!wanted?.startsWith('/')) return undefined
  const url = URL.canParse(wanted, 'http://own.invalid') ? new URL(wanted, 'http://own.invalid') : undefined
  if (url?.host !== 'own.invalid' || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
