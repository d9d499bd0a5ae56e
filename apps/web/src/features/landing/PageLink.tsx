import type { MouseEvent, ReactNode } from 'react'
import { type PublicPath, useWalk } from '../../lib/walk.ts'

type PageLinkProps = {
  to: PublicPath
  hash?: string
  onClick?: () => void
  className?: string
  children: ReactNode
}

/** A link between public pages that needs no router to be drawn. */
export function PageLink({ to, hash, onClick, className, children }: PageLinkProps) {
  const walk = useWalk()
  const ahead = () => to !== location.pathname && walk?.ahead(to)
  const go = (event: MouseEvent) => {
    onClick?.()
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    // To a place on this page the browser walks by itself.
    if (!walk || elsewhere || (hash && to === location.pathname)) return
    event.preventDefault()
    walk.go(to, hash)
  }
  return (
    <a href={hash ? `${to}#${hash}` : to} onClick={go} onPointerEnter={ahead} onFocus={ahead} className={className}>
      {children}
    </a>
  )
}
