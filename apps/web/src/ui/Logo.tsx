import { cx } from './cx.ts'

/** The mark: a block on its plinth, cut out of a square in the colour of the text. The name stands beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 22 22"
      fill="currentColor"
      width="22"
      height="22"
      className={cx('shrink-0', className)}
      aria-hidden
    >
      <path
        fillRule="evenodd"
        d="M6 0h10a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6Zm2 6a1 1 0 0 0-1 1v1a1 1 0 0 0 1 1h6a1 1 0 0 0 1-1V7a1 1 0 0 0-1-1H8Zm-1 5a1 1 0 0 0-1 1v3a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1H7Z"
      />
    </svg>
  )
}
