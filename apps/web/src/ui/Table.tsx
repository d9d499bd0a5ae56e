import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** Below 640 px the rows become a list: each cell shows its `label` in front of the value, the first one is the heading. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table {...props} className={cx('w-full border-collapse text-left text-sm max-sm:block', className)} />
    </div>
  )
}

/** `kept` shows it in the list of small screens too, for the sake of the sort buttons in it. */
export function TableHead({ kept, className, ...props }: ComponentProps<'thead'> & { kept?: boolean }) {
  return <thead {...props} className={cx('border-b bg-canvas', kept ? 'max-sm:block' : 'max-sm:hidden', className)} />
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody {...props} className={cx('max-sm:block', className)} />
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      className={cx(
        'border-b last:border-0 aria-selected:bg-accent-soft max-sm:block max-sm:[tbody>&]:py-2.5',
        '[tbody>&]:hover:not-aria-selected:bg-hover',
        className,
      )}
    />
  )
}

type CellAlign = { align?: 'left' | 'right' }

export function Th({ align, className, ...props }: ComponentProps<'th'> & CellAlign) {
  const right = align === 'right' && 'text-right'
  return <th {...props} className={cx('h-9 px-3.5 text-xs font-medium text-muted', right, className)} />
}

export function Td({ align, label, className, ...props }: ComponentProps<'td'> & CellAlign & { label?: string }) {
  return (
    <td
      {...props}
      data-label={label}
      className={cx(
        'h-10 truncate px-3.5 max-sm:flex max-sm:h-auto max-sm:min-h-6 max-sm:items-center max-sm:gap-3',
        'max-sm:whitespace-normal max-sm:wrap-anywhere max-sm:first:font-medium',
        !label && 'max-sm:not-first:pt-1.5',
        label &&
          'max-sm:before:w-24 max-sm:before:shrink-0 max-sm:before:text-muted max-sm:before:content-[attr(data-label)]',
        align === 'right' && 'tabular-nums sm:text-right',
        className,
      )}
    />
  )
}
