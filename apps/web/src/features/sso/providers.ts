import type { ResponseOf } from '@plinth/contract/call'
import { ghssoSignin, ghssoSignup, gssoSignin, gssoSignup, listProviders } from '@plinth/contract/sso'
import { useEffect, useState } from 'react'
import { ask } from '../../lib/api.ts'
import type { Arrival } from './pop-up.ts'

export type ProviderName = 'google' | 'github'

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
  },
  github: {
    label: 'GitHub',
    signin: ({ code, codeverifier }: Arrival) => ask(ghssoSignin, { code, codeverifier }),
    signup: (newcomer: Newcomer) => ask(ghssoSignup, newcomer),
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
