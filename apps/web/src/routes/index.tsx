import { createFileRoute } from '@tanstack/react-router'
import { LandingPage } from '../features/landing/LandingPage.tsx'
import { toOrgWhenSignedIn } from '../lib/guards.ts'

/** For those who come from another page of ours; the server answers `/` with landing.html, which does without the router. */
export const Route = createFileRoute('/')({
  beforeLoad: toOrgWhenSignedIn,
  component: LandingPage,
})
