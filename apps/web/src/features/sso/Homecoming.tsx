import { type ReactNode, useEffect } from 'react'
import type { ProviderName } from '../../lib/sso-names.ts'
import { type Homecoming as Message, messageTypes } from '../../lib/sso-pop-up.ts'
import { Spinner } from '../../ui/Spinner.tsx'

type HomecomingProps = {
  provider: ProviderName
  search: Omit<Message, 'type'>
  /** For somebody whom no window waits for. */
  wayOn: ReactNode
}

const delayMs = 500

const waiting: Record<ProviderName, string> = {
  google: 'Authenticating with google',
  github: 'Authenticating with github',
}

/** Where a provider sends the pop-up back to. It hands on what it brings and waits to be closed. */
export function Homecoming({ provider, search, wayOn }: HomecomingProps) {
  const { code, state, error, iss } = search

  useEffect(() => {
    const message: Message = { type: messageTypes[provider], code, state, error, iss }
    // To our own pages alone: the code is worth a sign-in.
    const timer = setTimeout(() => window.opener?.postMessage(message, location.origin), delayMs)
    return () => clearTimeout(timer)
  }, [provider, code, state, error, iss])

  if (!window.opener) {
    return (
      <div className="grid justify-items-center gap-4 text-center">
        <h1 className="font-semibold text-xl">Sign in again</h1>
        <p className="text-balance text-muted">This page ends a sign-in that began in another window, which is gone.</p>
        {wayOn}
      </div>
    )
  }
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <Spinner delay={0} className="size-6" />
      <h1 className="font-medium">{waiting[provider]}</h1>
      <p className="text-muted text-sm">This window closes by itself.</p>
    </div>
  )
}
