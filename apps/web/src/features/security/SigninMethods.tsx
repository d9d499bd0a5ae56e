import type { ConnectedIdentity } from '@plinth/contract/sso'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type ProviderName, providerNames } from '../../lib/sso-names.ts'
import { providers, useProviders } from '../../lib/sso-providers.ts'
import { useUser } from '../../lib/user.ts'
import { Button } from '../../ui/Button.tsx'
import { ProviderMark } from '../../ui/ProviderMark.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { identitiesQuery } from './queries.ts'
import { Section } from './Section.tsx'

type Open = { provider: ProviderName; authorizeurl?: string }

/** The password, and the accounts at providers that sign in as well. */
export function SigninMethods() {
  const [open, setOpen] = useState<Open>()
  const { data: user } = useUser()
  const list = useQuery(identitiesQuery)
  const offered = useProviders()
  const identityAt = (provider: ProviderName) => list.data?.find(identity => identity.provider === provider)
  const shown = providerNames.filter(provider => offered?.[provider] || identityAt(provider))
  const close = () => setOpen(undefined)
  return (
    <Section
      title="Sign-in methods"
      description="Any one of these signs you in. A provider never joins an account by itself: you connect it here."
    >
      {list.error && !list.data ? <LoadFailed title="Your sign-in methods could not be loaded" list={list} /> : null}
      {!list.error && !(list.data && user) ? <Skeleton className="h-15 rounded-lg" /> : null}
      {list.data && user ? (
        <ul className="grid divide-y rounded-lg border bg-surface">
          <Method name="Password" state={user.haspassword ? 'Set' : 'None yet'}>
            <Link to="/settings" className="font-medium text-accent text-sm hover:underline">
              {user.haspassword ? 'Change it' : 'Set one'}
            </Link>
          </Method>
          {shown.map(provider => {
            const identity = identityAt(provider)
            const { label } = providers[provider]
            const authorizeurl = offered?.[provider]?.authorizeurl
            return (
              <Method
                key={provider}
                mark={<ProviderMark provider={provider} />}
                name={label}
                state={identity ? <Connected {...identity} /> : 'Not connected'}
              >
                <Button
                  aria-label={`${identity ? 'Disconnect' : 'Connect'} ${label}`}
                  onClick={() => setOpen({ provider, authorizeurl: identity ? undefined : authorizeurl })}
                >
                  {identity ? 'Disconnect' : 'Connect'}
                </Button>
              </Method>
            )
          })}
        </ul>
      ) : null}
      {user && open?.authorizeurl ? (
        <ConnectDialog user={user} provider={open.provider} authorizeurl={open.authorizeurl} onClose={close} />
      ) : null}
      {user && open && !open.authorizeurl ? (
        <DisconnectDialog user={user} provider={open.provider} onClose={close} />
      ) : null}
    </Section>
  )
}

type MethodProps = { mark?: ReactNode; name: string; state: ReactNode; children: ReactNode }

function Method({ mark, name, state, children }: MethodProps) {
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex items-center gap-2 font-medium text-sm [&_svg]:size-4">
          {mark}
          {name}
        </p>
        <p className="wrap-anywhere mt-0.5 text-muted text-sm">{state}</p>
      </div>
      {children}
    </li>
  )
}

const Connected = ({ label, createdat }: ConnectedIdentity) => (
  <>
    {label ? `Connected as ${label}, ` : 'Connected '}
    <Time at={createdat} />
  </>
)
