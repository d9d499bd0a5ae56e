import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Fragment } from 'react'
import { cx } from '../../ui/cx.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

export interface NavEntry {
  label: string
  icon: LucideIcon
  /** Entries that follow each other and share a group stand under its name. */
  group?: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

type NavListProps = { entries: readonly NavEntry[]; collapsed?: boolean; onFollow?: () => void }

export const navLine = (collapsed: boolean) =>
  cx(
    'flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 font-medium text-muted text-sm -outline-offset-2 hover:bg-hover hover:text-text',
    collapsed && 'justify-center',
  )

/** Settings stand apart at the bottom, as the last entry. */
export function NavList({ entries, collapsed = false, onFollow }: NavListProps) {
  return (
    <ul className="flex flex-1 flex-col gap-0.5">
      {entries.map((entry, index) => (
        <Fragment key={entry.label}>
          {entry.group && entry.group !== entries[index - 1]?.group ? (
            <li className={cx('px-2.5 pt-3 pb-1 font-semibold text-2xs text-faint', collapsed && 'px-0 text-center')}>
              {entry.group}
            </li>
          ) : null}
          <li className={index === entries.length - 1 ? 'mt-auto' : undefined}>
            <NavLink {...{ entry, collapsed, onFollow }} />
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

type NavLinkProps = { entry: NavEntry; collapsed: boolean; onFollow: (() => void) | undefined }

function NavLink({ entry: { label, icon: Icon, link }, collapsed, onFollow }: NavLinkProps) {
  return (
    <Tooltip content={collapsed ? label : undefined} side="right">
      <Link
        {...link}
        onClick={onFollow}
        className={navLine(collapsed)}
        activeOptions={{ includeSearch: false }}
        activeProps={{ className: 'bg-sunken text-text' }}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className={collapsed ? 'sr-only' : 'truncate'}>{label}</span>
      </Link>
    </Tooltip>
  )
}
