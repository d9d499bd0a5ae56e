import { useId } from 'react'
import { cx } from '../../ui/cx.ts'

type BarsProps = {
  /** Said to those who cannot see it. */
  title: string
  values: readonly number[]
  /** Which one is pointed at. */
  at: number
  className: string
}

const height = 100
/** Whatever is not nothing can be seen. */
const least = 3

/** A bar a value, from nothing at the bottom to the largest of them at the top. */
export function Bars({ title, values, at, className }: BarsProps) {
  const id = useId()
  const largest = Math.max(...values)
  const tall = (value: number) => (value > 0 ? Math.max((value / largest) * height, least) : 0)
  return (
    <svg
      viewBox={`0 0 ${values.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={id}
      className={cx('block w-full overflow-visible border-b', className)}
    >
      <title id={id}>{title}</title>
      <rect x={at} y={0} width={1} height={height} className="fill-hover" />
      {values.map((value, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day.
          key={index}
          x={index + 0.15}
          y={height - tall(value)}
          width={0.7}
          height={tall(value)}
          className={index === at ? 'fill-accent' : 'fill-accent/45'}
        />
      ))}
    </svg>
  )
}
