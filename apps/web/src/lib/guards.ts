import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { getCredentials, hasEnded, takeLoggedOut } from './credentials.ts'
import { afterSignin, type SigninSearch } from './signin-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The session ended without the user's doing: the sign-in screen says so. */
    ended?: boolean
  }
}

/** For `/`: somebody who is signed in goes to their organisations. */
export function toOrgWhenSignedIn(): void {
  if (getCredentials()) throw redirect({ to: '/org', replace: true })
}

/** For signed-in pages: the rest sign in first and then come back to where they wanted to go. */
export function needsSignin({ location, preload }: { location: ParsedLocation; preload: boolean }): void {
  if (getCredentials()) return
  const search = !preload && takeLoggedOut() ? {} : { redirect: location.href }
  throw redirect({ to: '/auth/signin', search, state: { ended: hasEnded() }, replace: true })
}

/** For the sign-in and sign-up screens. */
export function onlySignedOut({ search }: { search: SigninSearch }): void {
  if (getCredentials()) throw redirect({ href: afterSignin(search), replace: true })
}

/** For the links of mails that only the person they were sent to can use. */
export function signinFirst(search: SigninSearch): void {
  if (!getCredentials()) throw redirect({ to: '/auth/signin', search, replace: true })
}
