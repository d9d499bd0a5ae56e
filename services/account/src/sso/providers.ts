import { Refusal } from '@plinth/platform/errors'
import type { Platform } from '@plinth/platform/service'
import { createGithub } from './github.ts'
import { createGoogle } from './google.ts'
import type { Arrival, Identity, Provider } from './provider.ts'
import type { ProviderName } from './sso.repository.ts'

/** The providers that this server is set up for. Whatever goes wrong with one is logged here and told as one refusal. */
export function createProviders({ config, log }: Platform) {
  const providers: Record<ProviderName, Provider | undefined> = {
    google: config.google && createGoogle(config.google, `${config.publicUrl}/auth/google`),
    github: config.github && createGithub(config.github, `${config.publicUrl}/auth/github`),
  }

  const warn = (provider: ProviderName, error: unknown) =>
    log.warn({ provider, err: error, reason: reasonOf(error) }, 'single sign-on failed')

  function providerOf(name: ProviderName): Provider {
    const provider = providers[name]
    if (!provider) throw new Refusal('SSO_OFF')
    return provider
  }

  return {
    /** Refuses where the provider is not set up, before anything else is looked at. */
    check: (name: ProviderName): void => void providerOf(name),

    async authorizeUrl(name: ProviderName): Promise<{ authorizeurl: string } | null> {
      try {
        const authorizeurl = await providers[name]?.authorizeUrl()
        return authorizeurl ? { authorizeurl } : null
      } catch (error) {
        warn(name, error)
        return null
      }
    },

    async identify(name: ProviderName, arrival: Arrival): Promise<Identity> {
      const provider = providerOf(name)
      try {
        return await provider.identify(arrival)
      } catch (error) {
        warn(name, error)
        throw new Refusal('SSO_FAILED')
      }
    },
  }
}

export type Providers = ReturnType<typeof createProviders>

/** What the provider called the error. The library keeps that beside its own message, or in the answer it could not use. */
function reasonOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('error' in error && typeof error.error === 'string') return error.error
  if ('body' in error) return reasonOf(error.body)
  const deeper = 'cause' in error ? reasonOf(error.cause) : undefined
  return deeper ?? (error instanceof Error ? error.message : undefined)
}
