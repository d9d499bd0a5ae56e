import type { ResponseOf } from '@plinth/contract/call'
import {
  connectGithub,
  connectGoogle,
  ghssoSignin,
  ghssoSignup,
  gssoSignin,
  gssoSignup,
  listProviders,
} from '@plinth/contract/sso'
import { useEffect, useState } from 'react'
import { ask } from './api.ts'
import type { SigninSearch } from './signin-search.ts'
import type { Arrival } from './sso-pop-up.ts'

interface Newcomer {
  ticket: string
  userid: string
  name: string
  inviteid?: string
  email?: string
}

export const providers = {
  google: {
    label: 'Google',
    signin: (arrival: Arrival) => ask(gssoSignin, arrival),
    signup: (newcomer: Newcomer) => ask(gssoSignup, newcomer),
    connect: (arrival: Arrival, password?: string) => ask(connectGoogle, { ...arrival, password }),
  },
  github: {
    label: 'GitHub',
    signin: ({ code, codeverifier }: Arrival) => ask(ghssoSignin, { code, codeverifier }),
    signup: (newcomer: Newcomer) => ask(ghssoSignup, newcomer),
    connect: ({ code, codeverifier }: Arrival, password?: string) =>
      ask(connectGithub, { code, codeverifier, password }),
  },
}

type Offered = ResponseOf<typeof listProviders>

let offered: Offered | undefined
let asking: Promise<Offered | undefined> | undefined

/** Asked once: what the server is set up for changes with a restart. Where there was no answer, the next screen asks again. */
function askOffered(): Promise<Offered | undefined> {
  asking ??= ask(listProviders, {}).then(([data]) => {
    offered = data ?? undefined
    asking = data ? asking : undefined
    return offered
  })
  return asking
}

/**
 * For the loader: the buttons come with the form, so that nothing jumps. A server that has to ask Google first does not
 * hold the form up; then they come later.
 */
export async function loadProviders(): Promise<void> {
  await Promise.race([askOffered(), new Promise(resolve => setTimeout(resolve, 300))])
}

export function useProviders(): Offered | undefined {
  const [known, setKnown] = useState(offered)
  useEffect(() => void askOffered().then(setKnown), [])
  return known
}

/** Whether signing up would be refused: where it takes an invite, and the address brings none. */
export const useSignupClosed = (search: SigninSearch) => useProviders()?.signup === 'invite' && !search['invite-token']
