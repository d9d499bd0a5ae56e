import { Progress as Radix } from 'radix-ui'
import { cx } from './cx.ts'

type ProgressProps = { label: string; value: number; max?: number; tone?: 'accent' | 'danger'; className?: string }

export function Progress({ label, value, max = 100, tone = 'accent', className }: ProgressProps) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  return (
    <Radix.Root
      aria-label={label}
      value={share * 100}
      getValueLabel={percent => `${Math.round(percent)} %`}
      className={cx('h-1 w-full overflow-hidden rounded-full bg-border', className)}
    >
      {/* Moved, not made wider: that costs the page no layout, however many bars move at once. */}
      <Radix.Indicator
        className={cx('h-full rounded-full transition-transform', tone === 'danger' ? 'bg-danger' : 'bg-accent')}
        style={{ transform: `translateX(${share * 100 - 100}%)` }}
      />
    </Radix.Root>
  )
}
