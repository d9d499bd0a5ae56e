import { Link } from '@tanstack/react-router'
import { ChevronRight, ShieldCheck } from 'lucide-react'

/** In the dialog, which has no room for it, the way to the rest of the account. */
export function SecurityLink() {
  return (
    <Link
      to="/settings/security"
      className="flex items-center gap-3 rounded-lg border bg-surface p-4 transition-colors hover:bg-hover"
    >
      <ShieldCheck aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-base">Security</span>
        <span className="mt-0.5 block text-muted text-sm">
          Sign-in methods, two-factor sign-in, passkeys, your sessions and access tokens
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
    </Link>
  )
}
