import { createFileRoute } from '@tanstack/react-router'
import { LandingPage } from '../features/landing/LandingPage.tsx'
import { toOrgWhenSignedIn } from '../lib/guards.ts'

export const Route = createFileRoute('/')({
  beforeLoad: toOrgWhenSignedIn,
  component: LandingPage,
  // In the first file, not one of its own: a second trip to the server would show the page most visitors begin with later.
  codeSplitGroupings: [],
})
