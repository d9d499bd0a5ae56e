import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { Pricing } from './Pricing.tsx'
import { Screenshot } from './Screenshot.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import { Testimonials } from './Testimonials.tsx'

export function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero />
        <Screenshot />
        <Features />
        <Testimonials />
        <Pricing />
      </main>
      <SiteFooter />
    </>
  )
}
