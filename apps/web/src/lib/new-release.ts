import type { AnyRouter } from '@tanstack/react-router'
import { session } from './storage.ts'

const key = 'plinth-reloaded-for'

/**
 * After a new release the files that this page's code names are gone. The page wanted is then loaded afresh, once:
 * if that fails as well, the failure, which is thrown in any case, reaches the error screen.
 */
export function recoverFromNewRelease(router: AnyRouter): void {
  let reloading = false
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const wanted = router.latestLocation.href
    // By the browser's own: one that keeps nothing throws here, and does not reload for ever.
    if (sessionStorage.getItem(key) === wanted) {
      // The router would reload once more on its own; this is how it remembers that it did.
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } else if (router.state.isLoading) {
      // Not when a link is merely hovered, which loads ahead: nobody has asked to leave this page yet.
      sessionStorage.setItem(key, wanted)
      reloading = true
      window.location.reload()
    }
  })
  router.subscribe('onResolved', () => reloading || session.removeItem(key))
}
