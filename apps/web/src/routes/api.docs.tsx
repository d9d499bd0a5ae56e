import { createFileRoute } from '@tanstack/react-router'
import { ApiDocsPage } from '../features/api-docs/ApiDocsPage.tsx'
import { SiteFooter } from '../features/landing/SiteFooter.tsx'
import { SiteHeader } from '../features/landing/SiteHeader.tsx'

export const Route = createFileRoute('/api/docs')({
  staticData: { title: 'API reference' },
  component: ApiDocs,
})

function ApiDocs() {
  return (
    <>
      <SiteHeader />
      <ApiDocsPage />
      <SiteFooter />
    </>
  )
}
