import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'

/** In place of a form that would be filled in for nothing. */
export function SignupClosed({ children }: { children?: ReactNode }) {
  return (
    <div className="grid gap-4">
      <h1 className="font-semibold text-xl">Sign up</h1>
      <Notice title="Only invited people can sign up here.">
        Open the link of your invite, or ask somebody who is here to invite you.
      </Notice>
      {children}
    </div>
  )
}
