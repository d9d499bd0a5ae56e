import { ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useState } from 'react'
import { local } from '../../lib/storage.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { type NavEntry, NavList, navLine } from './NavList.tsx'

const key = 'plinth-sidebar'

/**
 * 208 px wide, or 70 px with the icons alone. Small screens have the drawer instead. It stands there before its entries are known,
 * so that the page beside it does not jump.
 */
export function Sidebar({ nav }: { nav: { label: string; entries: readonly NavEntry[] } | undefined }) {
  const [collapsed, setCollapsed] = useState(() => local.getItem(key) === 'collapsed')
  const Icon = collapsed ? ChevronsRight : ChevronsLeft
  const word = collapsed ? 'Expand' : 'Collapse'

  function toggle(): void {
    local.setItem(key, collapsed ? 'expanded' : 'collapsed')
    setCollapsed(!collapsed)
  }

  return (
    <aside
      className={cx(
        'sticky top-13 flex h-[calc(100dvh-52px)] shrink-0 flex-col gap-0.5 overflow-y-auto border-r bg-surface p-2 pt-3 transition-[width] max-md:hidden',
        collapsed ? 'w-[70px]' : 'w-[208px]',
      )}
    >
      {nav ? (
        <nav aria-label={nav.label} className="flex flex-1 flex-col">
          <NavList entries={nav.entries} collapsed={collapsed} />
        </nav>
      ) : (
        <Waiting />
      )}
      <Tooltip content={collapsed ? word : undefined} side="right">
        <button type="button" aria-expanded={!collapsed} onClick={toggle} className={navLine(collapsed)}>
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className={collapsed ? 'sr-only' : undefined}>{word}</span>
        </button>
      </Tooltip>
    </aside>
  )
}

const Waiting = () => (
  <div className="flex flex-1 flex-col gap-0.5">
    {['first', 'second', 'third', 'fourth'].map(place => (
      <div key={place} className="flex h-8 items-center px-2.5">
        <Skeleton className="h-4 w-full" />
      </div>
    ))}
  </div>
)
