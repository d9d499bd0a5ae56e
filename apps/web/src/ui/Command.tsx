import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type CommandProps = {
  label: string
  placeholder?: string
  emptyText: ReactNode
  /** What could not be looked for, below the list. */
  failure?: string | undefined
  search?: string
  onSearchChange?: (search: string) => void
  /** False when the list arrives already searched. */
  filter?: boolean
  /** Which line the keyboard stands on at first, or, with `onActiveChange`, now. */
  value?: string
  onActiveChange?: (value: string) => void
  autoFocus?: boolean
  children: ReactNode
}

/** A search box with the list it narrows, at most 300 px high. Arrow keys, Home, End and Enter work in it. */
export function Command(props: CommandProps) {
  const { label, placeholder, emptyText, failure, search, onSearchChange, filter = true, children } = props
  const { value, onActiveChange, autoFocus } = props
  const active = onActiveChange ? { value, onValueChange: onActiveChange } : { defaultValue: value }
  return (
    <Cmdk label={label} shouldFilter={filter} {...active} loop>
      <div className="flex items-center gap-2 border-b px-3">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <Cmdk.Input
          value={search}
          onValueChange={onSearchChange}
          placeholder={placeholder}
          autoFocus={autoFocus}
          className="h-10 w-full bg-transparent outline-none pointer-coarse:text-lg"
        />
      </div>
      <Cmdk.List
        label={label}
        className="max-h-[300px] scroll-pt-8 scroll-pb-12 overflow-y-auto overscroll-contain p-1"
      >
        <Cmdk.Empty className="px-2 py-6 text-center text-sm text-muted empty:hidden">{emptyText}</Cmdk.Empty>
        {children}
      </Cmdk.List>
      {failure ? (
        <p role="alert" className="wrap-anywhere bg-danger-soft px-3 py-2 text-danger text-xs">
          {failure}
        </p>
      ) : null}
    </Cmdk>
  )
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Cmdk.Group>) {
  const heading =
    '**:[[cmdk-group-heading]]:truncate **:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1'
  const letters =
    '**:[[cmdk-group-heading]]:text-2xs **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-faint'
  return <Cmdk.Group {...props} className={cx(heading, letters, className)} />
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Cmdk.Item>) {
  return <Cmdk.Item {...props} className={cx('menu-item', className)} />
}

/** Lines that stay in sight below the list while it scrolls. cmdk moves groups and items about, hence the group in a box. */
export function CommandFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-1 -mx-1 -mb-1 mt-1 border-t bg-raised p-1">
      <Cmdk.Group forceMount value="footer">
        {children}
      </Cmdk.Group>
    </div>
  )
}
