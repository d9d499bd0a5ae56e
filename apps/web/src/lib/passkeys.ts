import type { ResponseOf } from '@plinth/contract/call'
import type { startPasskey, startPasskeySignin } from '@plinth/contract/passkeys'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

type Options<C> = ResponseOf<C> extends { options: infer O } ? O : never
type Json = Record<string, unknown>
type Outcome = [response: Json, message: null] | [response: null, message: string]

/** Why passkeys cannot work on this page; undefined where they can. */
export function whyNoPasskeys(): string | undefined {
  if (!window.isSecureContext) {
    return 'Passkeys need a secure connection. Open this server with https, or on its own machine as localhost.'
  }
  if (!browserSupportsWebAuthn()) return 'This browser has no passkeys. Use a newer one, or an authenticator app.'
  return undefined
}

/** Has the browser make a passkey, as the server asked for it. */
export const makePasskey = (optionsJSON: Options<typeof startPasskey>) => outcomeOf(startRegistration({ optionsJSON }))

/** Has the browser prove that it holds a passkey. */
export const showPasskey = (optionsJSON: Options<typeof startPasskeySignin>) =>
  outcomeOf(startAuthentication({ optionsJSON }))

async function outcomeOf(ceremony: Promise<object>): Promise<Outcome> {
  try {
    return [{ ...(await ceremony) }, null]
  } catch (error) {
    return [null, messageOf(error instanceof Error ? error.name : '')]
  }
}

function messageOf(name: string): string {
  if (name === 'NotAllowedError' || name === 'AbortError') return 'That was cancelled or took too long. Try again.'
  if (name === 'InvalidStateError') return 'This device holds a passkey of your account already.'
  if (name === 'SecurityError') return 'Passkeys do not work at this address. Open the server by its proper name.'
  return 'The browser could not use a passkey. Try again, or use another device.'
}
