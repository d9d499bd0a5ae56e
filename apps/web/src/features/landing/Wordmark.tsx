import { Link } from '@tanstack/react-router'
import { Logo } from '../../ui/Logo.tsx'

export function Wordmark({ onClick }: { onClick?: () => void }) {
  return (
    <Link to="/" onClick={onClick} className="inline-flex items-center gap-2.5 rounded-md font-semibold text-lg">
      <Logo />
      Plinth
    </Link>
  )
}
