import { Link, Outlet, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCredentials } from '../../lib/credentials.ts'
import { signinSearch } from '../../lib/signin-search.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { AuthFooter } from './AuthFooter.tsx'

export function AuthLayout({ logo }: { logo: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex h-13 items-center justify-between gap-4 border-border border-b bg-surface px-4">
        {logo}
        <SigninLink />
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-4 py-10">
        <div className="w-full max-w-sm">
          <Outlet />
        </div>
      </main>
      <AuthFooter />
      <Toaster />
    </div>
  )
}

/** Everywhere but on the sign-in screen itself. It takes along what the address carries. */
function SigninLink() {
  const { pathname, search } = useLocation()
  if (useCredentials() || pathname === '/auth/signin') return null
  return (
    <p className="text-muted text-sm">
      Already have an account?{' '}
      <Link to="/auth/signin" search={signinSearch(search)} className="font-medium text-accent hover:underline">
        Sign in
      </Link>
    </p>
  )
}
