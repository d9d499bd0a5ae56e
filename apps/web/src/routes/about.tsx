import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '../features/about/AboutPage.tsx'
import { SiteFooter } from '../features/landing/SiteFooter.tsx'
import { SiteHeader } from '../features/landing/SiteHeader.tsx'

export const Route = createFileRoute('/about')({
  staticData: { title: 'About this server' },
  component: About,
})

function About() {
  return (
    <>
      <SiteHeader />
      <AboutPage />
      <SiteFooter />
    </>
  )
}
