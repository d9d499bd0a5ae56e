import { createRootRoute, Outlet } from '@tanstack/react-router'
import { OfflineScreen } from '../features/shell/OfflineScreen.tsx'
import { ErrorScreen, NotFoundScreen } from '../features/shell/screens.tsx'

export const Route = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <OfflineScreen />
    </>
  ),
  notFoundComponent: () => (
    <main className="grid min-h-dvh place-items-center">
      <NotFoundScreen />
    </main>
  ),
  errorComponent: () => (
    <main className="grid min-h-dvh place-items-center">
      <ErrorScreen />
    </main>
  ),
})
