import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { keepEscapeForWords } from './lib/composing.ts'
import { type Walk, WalkContext } from './lib/walk.ts'
import { router } from './router.tsx'

// zod reads this when it loads, in whichever chunk it comes: our Content-Security-Policy forbids eval, so it must not try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export const walk: Walk = {
  ahead: to => void router.preloadRoute({ to }),
  go: (to, hash) => void router.navigate({ to, hash }),
}

/** The whole product, at the address that is open. */
export function showApp(root: Root): void {
  keepEscapeForWords()
  root.render(
    <StrictMode>
      <WalkContext value={walk}>
        <RouterProvider router={router} />
      </WalkContext>
    </StrictMode>,
  )
}
