import { createContext, use } from 'react'

/** Where the public pages lead. */
export type PublicPath = '/' | '/about' | '/api/docs' | '/auth/signin' | '/org'

/** How a public page leads to another. The landing page comes without the router, which it fetches when somebody means to leave. */
export interface Walk {
  /** Loads a page that somebody is about to go to. */
  ahead: (to: PublicPath) => void
  go: (to: PublicPath, hash?: string) => void
}

export const WalkContext = createContext<Walk | undefined>(undefined)

export const useWalk = () => use(WalkContext)
