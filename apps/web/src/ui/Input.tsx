import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cx('control', className)} />
}
