import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'

type PersonProps = {
  /** The avatar shows its first two letters. */
  id: string
  name: string
  /** Beside the name, such as badges. */
  marks?: ReactNode
  /** Below the name. */
  children?: ReactNode
}

/** Who it is, on two lines. */
export function Person({ id, name, marks, children }: PersonProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5">
      <Avatar name={id} uppercase />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="font-medium max-sm:wrap-anywhere sm:truncate" title={name}>
            {name}
          </span>
          {marks}
        </span>
        {children && (
          <span className="font-normal text-muted text-xs max-sm:wrap-anywhere sm:truncate">{children}</span>
        )}
      </span>
    </span>
  )
}
