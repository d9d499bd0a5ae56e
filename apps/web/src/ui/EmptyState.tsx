import type { ReactNode } from 'react'

type EmptyStateProps = { icon?: ReactNode; action?: ReactNode; children: ReactNode }

/** One sentence that says why nothing is here, and one action. */
export function EmptyState({ icon, action, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center">
      {icon && (
        <span
          aria-hidden
          className="grid size-10 place-items-center rounded-lg border bg-canvas text-faint [&>svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="wrap-anywhere max-w-sm text-balance text-sm text-muted">{children}</p>
      {action}
    </div>
  )
}
