import { cx } from './cx.ts'

/** Give it the height and width of what it stands for. */
export function Skeleton({ circle, className }: { circle?: boolean; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block animate-pulse bg-border', circle ? 'rounded-full' : 'rounded-md', className)}
    />
  )
}
