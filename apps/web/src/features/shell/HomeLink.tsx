import { Link } from '@tanstack/react-router'
import { cx } from '../../ui/cx.ts'
import { Logo } from '../../ui/Logo.tsx'

/** The logo leads home, which for somebody signed in is their organisation. */
export function HomeLink({ word = false }: { word?: boolean }) {
  return (
    <Link
      to="/"
      aria-label="Plinth home"
      className={cx('reach-1 flex shrink-0 items-center gap-2 rounded-md', !word && 'pointer-coarse:px-1')}
    >
      <Logo />
      {word ? <span className="font-semibold">Plinth</span> : null}
    </Link>
  )
}
