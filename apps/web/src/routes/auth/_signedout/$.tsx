import { createFileRoute, notFound } from '@tanstack/react-router'

/** Any other path under /auth: the guard above sends those who are signed in to /org, the rest find nothing. */
export const Route = createFileRoute('/auth/_signedout/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
