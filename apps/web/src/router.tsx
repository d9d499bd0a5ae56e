import { createRouter } from '@tanstack/react-router'
import { ErrorScreen, NotFoundScreen, PendingScreen } from './features/shell/screens.tsx'
import { announceTitles } from './lib/announcing.ts'
import { subscribeCredentials } from './lib/credentials.ts'
import { recoverFromNewRelease } from './lib/new-release.ts'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { say } from './lib/title.ts'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  // react-query decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 300,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Stands in the browser's tab, in front of where the page is and of the product's name. */
    title?: string
  }
}

// Signing in or out, here or in another tab, runs the guards of the open page again.
subscribeCredentials(() => void router.invalidate())

recoverFromNewRelease(router)

router.subscribe('onResolved', ({ fromLocation }) => {
  if (fromLocation) announceTitles()
  say('page', router.state.matches.findLast(match => match.staticData.title)?.staticData.title)
})
