import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} {...props} className={cx('control block resize-y', className)} />
}
