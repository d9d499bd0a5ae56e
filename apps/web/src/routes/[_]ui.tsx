import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

// The condition is known when building, so the page and its import leave no trace in production.
const Gallery = import.meta.env.DEV ? lazy(() => import('../features/gallery/Gallery.tsx')) : () => null

export const Route = createFileRoute('/_ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: () => <Gallery />,
})
