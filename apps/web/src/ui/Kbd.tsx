import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd className={cx('rounded-sm border bg-surface px-1 font-sans text-2xs font-medium text-muted', className)}>
      {children}
    </kbd>
  )
}
