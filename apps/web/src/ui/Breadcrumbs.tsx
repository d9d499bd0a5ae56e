import { Children, type ReactNode } from 'react'
import { cx } from './cx.ts'

type BreadcrumbsProps = {
  label?: string
  /** They shrink instead of filling a second line. */
  oneLine?: boolean
  children: ReactNode
}

/** Each child is a link; the last one is the place itself and carries `aria-current="page"`. */
export function Breadcrumbs({ label = 'Breadcrumbs', oneLine, children }: BreadcrumbsProps) {
  const crumbs = Children.toArray(children)
  return (
    <nav aria-label={label}>
      <ol
        className={cx(
          'flex items-center gap-x-1.5 text-sm text-muted',
          // Of each so much stays that it can be told apart and met.
          oneLine ? '-mx-1 overflow-x-clip px-1 *:first:min-w-9 *:not-first:not-has-[button]:min-w-11' : 'flex-wrap',
        )}
      >
        {crumbs.map((crumb, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the path is what tells crumbs apart.
          <li key={index} className="flex min-w-0 not-last:max-w-60 items-center gap-1.5 has-[button]:shrink-0">
            {index > 0 && (
              <span aria-hidden className="text-faint">
                /
              </span>
            )}
            <span
              className={cx(
                'truncate *:rounded-sm [&>a:hover]:text-text [&>[aria-current]]:font-medium [&>[aria-current]]:text-text',
                // What is cut off at its edge is so where a finger reaches to.
                oneLine && 'pointer-coarse:-my-2.5 pointer-coarse:py-2.5',
              )}
            >
              {crumb}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
