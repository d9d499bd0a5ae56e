import type { CallError } from '@plinth/contract/errors'
import { type SsoNewcomer, ssoNewcomer } from '@plinth/contract/sso'
import { type SecondStep, secondStep } from '@plinth/contract/two-factor'
import { useCallback, useEffect, useRef, useState } from 'react'
import { setCredentials } from '../../lib/credentials.ts'
import type { ProviderName } from '../../lib/sso-names.ts'
import { anotherTry, askProvider, type PopUpFailure } from '../../lib/sso-pop-up.ts'
import { providers } from '../../lib/sso-providers.ts'

export type Failure = { provider: ProviderName; why: PopUpFailure | CallError }

interface State {
  /** Whose window is open. */
  waiting?: ProviderName
  /** Who has said who it was, while our server looks them up. */
  sending?: ProviderName
  failure?: Failure
  newcomer?: SsoNewcomer & { provider: ProviderName }
}

/** Everything between the click on a provider's button and being signed in. */
export function useSingleSignOn(onSecondStep: (needed: SecondStep) => void) {
  const [state, setState] = useState<State>({})
  const current = useRef<AbortController>(undefined)

  useEffect(() => () => current.current?.abort(), [])

  const begin = useCallback(
    async (provider: ProviderName, authorizeurl: string) => {
      current.current?.abort(anotherTry)
      const own = new AbortController()
      current.current = own
      setState({ waiting: provider })
      const outcome = await askProvider(provider, authorizeurl, own.signal)
      if (outcome === 'abandoned') return
      if (typeof outcome === 'string') return setState({ failure: { provider, why: outcome } })
      setState({ sending: provider })
      const [credentials, error] = await providers[provider].signin(outcome.arrival)
      if (own.signal.aborted) return
      // The guard of this page sees the credentials and leads on to where the user wanted to go.
      if (credentials) return setCredentials(credentials)
      if (error.errcode === 'TWO_FACTOR_NEEDED') return onSecondStep(secondStep.parse(error.errdata.data))
      if (error.errcode !== 'SSO_NO_ACCOUNT') return setState({ failure: { provider, why: error } })
      setState({ newcomer: { provider, ...ssoNewcomer.parse(error.errdata.data) } })
    },
    [onSecondStep],
  )

  return { ...state, begin, startOver: useCallback(() => setState({}), []) }
}
