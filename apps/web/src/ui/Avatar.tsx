import { cx } from './cx.ts'

const sizes = { sm: 'size-5 text-[10px]', md: 'size-7 text-2xs', lg: 'size-10 text-base', xl: 'size-16 text-xl' }

type AvatarProps = {
  name: string
  uppercase?: boolean
  size?: keyof typeof sizes
  shape?: 'circle' | 'square'
  className?: string
}

const letters = new Intl.Segmenter()

/** As a reader counts them: one that is made of several characters is never cut in the middle. */
function firstTwo(name: string): string {
  let [count, text] = [0, '']
  for (const { segment } of letters.segment(name.trim())) {
    if (count++ === 2) break
    text += segment
  }
  return text
}

/** The first two letters of a name. Hidden from screen readers: the name itself stands beside it. */
export function Avatar({ name, uppercase, size = 'md', shape = 'circle', className }: AvatarProps) {
  const corner = shape === 'circle' ? 'rounded-full' : size === 'sm' ? 'rounded-sm' : 'rounded-md'
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid shrink-0 select-none place-items-center bg-accent-soft font-semibold text-accent',
        sizes[size],
        corner,
        uppercase && 'uppercase',
        className,
      )}
    >
      {firstTwo(name)}
    </span>
  )
}
