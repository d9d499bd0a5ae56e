import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/title.ts'

// These stand in for any page, the landing page too: they import no part of ui/, so that they add nothing to its size
// and still work when a part fails to load.
const button =
  'inline-flex h-8 items-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent hover:bg-accent-hover'

type ScreenProps = { code?: string; title: string; tab: string; children: ReactNode }

function Screen({ code, title, tab, children }: ScreenProps) {
  useTitle('screen', tab)
  return (
    <div className="grid min-h-[60vh] place-items-center px-4 py-12 text-center">
      <div className="max-w-md">
        <h1>
          {code ? <span className="block text-4xl font-semibold text-faint">{code} </span> : null}
          <span className="text-xl font-semibold">{title}</span>
        </h1>
        {children}
      </div>
    </div>
  )
}

const Sentence = ({ children }: { children: ReactNode }) => <p className="mt-2 mb-6 text-muted">{children}</p>

export function NotFoundScreen() {
  return (
    <Screen code="404" title="NotFound" tab="Not found">
      <Sentence>There is no page at this address.</Sentence>
      <Link to="/" className={button}>
        Go home
      </Link>
    </Screen>
  )
}

/** `gate` is the variant inside the product, where a role is missing for one page. */
export function UnauthorizedScreen({ gate = false }: { gate?: boolean }) {
  return (
    <Screen code="403" title="Unauthorized" tab="Unauthorized">
      <Sentence>
        {gate
          ? 'You dont have the required permission to view this page, please contact the admin'
          : 'This page is not open to you.'}
      </Sentence>
      <Link to="/" className={button}>
        Go home
      </Link>
    </Screen>
  )
}

export function ErrorScreen() {
  return (
    <Screen title="Ooops, something went wrong :(" tab="Something went wrong">
      <Sentence>Refreshing the page usually helps.</Sentence>
      <button type="button" className={button} onClick={() => window.location.reload()}>
        Refresh
      </button>
    </Screen>
  )
}

export function PendingScreen() {
  return (
    <div role="status" className="grid min-h-[60vh] place-items-center">
      <span className="size-5 animate-spin rounded-full border-2 border-border-strong border-t-accent" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
