import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { SPINNER_DELAY } from './constants.ts'
import { cx } from './cx.ts'
import { useDelayed } from './use-delayed.ts'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-border-strong bg-surface text-text hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

const sizes = {
  sm: 'h-7 px-2.5 text-xs',
  md: 'h-8 px-3 text-sm',
  lg: 'h-10 px-4 text-base',
  icon: 'size-8',
  'icon-sm': 'size-7',
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** What it sent is on its way. Given at all, even as false, it says that a click sends something: a double click then sends once. */
  pending?: boolean | undefined
  asChild?: boolean
}

const look =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium ' +
  'transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50 ' +
  '[&_svg]:size-4 [&_svg]:shrink-0'

export function Button({ variant = 'secondary', size = 'md', pending, asChild, ...props }: ButtonProps) {
  const { className, children, onClick, ...rest } = props
  const spinning = useDelayed(pending === true, SPINNER_DELAY)
  const classes = cx(look, variants[variant], sizes[size], className)
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }

  // A really disabled button would lose the keyboard focus, so a waiting one only refuses the click.
  const refused = pending || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // The second half of a double click comes before the button is known to wait. What sends something sends it once.
    const again = pending !== undefined && event.detail > 1
    if (refused || again) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={refused || undefined}
      aria-busy={pending || undefined}
      onClick={click}
      className={classes}
    >
      {spinning ? <span className="inline-flex items-center gap-1.5 opacity-0">{children}</span> : children}
      {spinning && <LoaderCircle aria-hidden className="absolute animate-spin" />}
    </button>
  )
}
