import { createFileRoute } from '@tanstack/react-router'
import { UnauthorizedScreen } from '../features/shell/screens.tsx'

export const Route = createFileRoute('/unauthorized')({
  staticData: { title: 'Unauthorized' },
  component: () => (
    <main className="grid min-h-dvh place-items-center">
      <UnauthorizedScreen />
    </main>
  ),
})
