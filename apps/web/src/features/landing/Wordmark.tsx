import { Logo } from '../../ui/Logo.tsx'
import { PageLink } from './PageLink.tsx'

export function Wordmark({ onClick }: { onClick?: () => void }) {
  return (
    <PageLink to="/" onClick={onClick} className="inline-flex items-center gap-2.5 rounded-md font-semibold text-lg">
      <Logo />
      Plinth
    </PageLink>
  )
}
