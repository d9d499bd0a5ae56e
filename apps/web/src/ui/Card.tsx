import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  title?: ReactNode
  description?: ReactNode
  action?: ReactNode
  footer?: ReactNode
  danger?: boolean
  className?: string
  children?: ReactNode
}

export function Card({ title, description, action, footer, danger, className, children }: CardProps) {
  return (
    <section className={cx('overflow-hidden rounded-lg border bg-surface', danger && 'border-danger/40', className)}>
      <div className="grid gap-4 p-4">
        {(title || action) && (
          <header className="flex flex-wrap items-start justify-between gap-3">
            <div className={cx('min-w-0 flex-1', description ? 'basis-56' : 'basis-24')}>
              {title && <h2 className="break-words text-base font-semibold">{title}</h2>}
              {description && <p className="mt-0.5 break-words text-sm text-muted">{description}</p>}
            </div>
            {action}
          </header>
        )}
        {children}
      </div>
      {footer && <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">{footer}</footer>}
    </section>
  )
}
