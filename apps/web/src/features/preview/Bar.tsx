import type { ReactNode } from 'react'

/** Above the text. It takes no room where it has nothing in it. */
export const Bar = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-2 border-b bg-surface px-4 py-1.5 not-has-[button]:hidden">{children}</div>
)
