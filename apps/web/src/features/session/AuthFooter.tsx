import { Link } from '@tanstack/react-router'

const links = [
  { label: 'Terms', to: '/about', hash: 'terms' },
  { label: 'Privacy', to: '/about', hash: 'privacy' },
  { label: 'Security', to: '/about', hash: 'security' },
  { label: 'Status', to: '/about', hash: 'status' },
  { label: 'Docs', to: '/api/docs', hash: undefined },
  { label: 'Contact', to: '/about', hash: 'contact' },
  { label: 'Manage cookies', to: '/about', hash: 'cookies' },
  { label: 'Do not share my personal information', to: '/about', hash: 'cookies' },
] as const

export function AuthFooter() {
  return (
    <footer className="border-border border-t px-4 py-4">
      <ul className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-muted text-xs">
        {links.map(({ label, to, hash }) => (
          <li key={label}>
            <Link to={to} hash={hash} className="inline-block py-1 hover:text-text hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </footer>
  )
}
