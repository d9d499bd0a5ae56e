import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { Avatar } from './Avatar.tsx'
import { cx } from './cx.ts'
import { Popover } from './Popover.tsx'

type SwitcherProps = {
  /** What one switches between. */
  label: string
  /** The one that is open. */
  name: string | undefined
  /** Shown where none is. */
  placeholder: string
  /** On phones the avatar alone. */
  compact?: boolean
  /** Asks for the list, which does not come with the page, as soon as somebody reaches for it. */
  preload: () => void
  /** The list, given how to close it. */
  children: (close: () => void) => ReactNode
}

export function Switcher({ label, name, placeholder, compact = false, preload, children }: SwitcherProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      {...{ label, open }}
      onOpenChange={setOpen}
      className="w-72 min-w-(--radix-popover-trigger-width)"
      trigger={<SwitcherButton {...{ label, name, placeholder, compact }} onPointerEnter={preload} onFocus={preload} />}
    >
      <Suspense fallback={<div className="h-40" />}>{children(() => setOpen(false))}</Suspense>
    </Popover>
  )
}

type SwitcherButtonProps = ComponentProps<'button'> &
  Pick<SwitcherProps, 'label' | 'name' | 'placeholder'> & { compact: boolean }

/** Further attributes, whether it is expanded among them, come from the popover that it opens. */
function SwitcherButton({ label, name, placeholder, compact, ...props }: SwitcherButtonProps) {
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-label={name ? `${label}: ${name}` : label}
      {...props}
      className={cx(
        'reach-0 flex h-8 min-w-0 items-center gap-2 rounded-md px-2 font-medium hover:bg-hover max-sm:gap-1 max-sm:px-1',
        compact && 'justify-center max-sm:shrink-0 pointer-coarse:min-w-8',
      )}
    >
      {name ? (
        <Avatar name={name} size="sm" shape="square" uppercase className={cx(!compact && 'max-sm:hidden')} />
      ) : null}
      <span className={cx('max-w-48 truncate', compact && 'max-sm:hidden')}>{name ?? placeholder}</span>
      <ChevronsUpDown aria-hidden className={cx('size-3.5 shrink-0 text-faint', compact && 'max-sm:hidden')} />
    </button>
  )
}
