import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const pages = [
  { to: '/settings', label: 'Profile' },
  { to: '/settings/security', label: 'Security' },
  { to: '/settings/tokens', label: 'Access tokens' },
] as const

const look =
  '-mb-px flex h-9 shrink-0 items-center whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-sm ' +
  '-outline-offset-2 transition-colors hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text'

/** The pages of one's own account. They are links, not tabs: each has an address. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="font-semibold text-xl">Your account</h1>
      <nav aria-label="Your account" className="mt-2 mb-5 overflow-x-auto overflow-y-hidden border-b">
        <ul className="flex gap-5">
          {pages.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={look}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
