import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'border bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

type BadgeProps = {
  tone?: keyof typeof tones
  dot?: boolean
  mono?: boolean
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', dot, mono, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-full px-2 text-2xs font-medium',
        mono && 'font-mono',
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />}
      <span className="truncate">{children}</span>
    </span>
  )
}
