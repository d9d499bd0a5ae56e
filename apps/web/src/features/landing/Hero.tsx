import { Command } from './Command.tsx'
import { PageLink } from './PageLink.tsx'
import { PlinthFigure } from './PlinthFigure.tsx'

export function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-14 px-4 pt-16 pb-16 sm:px-6 md:pt-24 lg:grid-cols-[1.05fr_1fr] lg:pb-24">
      <div>
        <p className="font-medium text-sm text-accent">Self-hosted, open source</p>
        <h1 className="mt-3 text-balance font-semibold text-4xl sm:text-5xl">What your projects stand on</h1>
        <p className="mt-5 max-w-[34rem] text-lg text-muted leading-7">
          Plinth keeps a team’s people, projects and files in one place, on a machine you run yourself, behind one
          documented API. Objects, sheets and deployments are to stand on the same accounts and the same permissions.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <PageLink
            to="/auth/signin"
            className="inline-flex h-11 items-center rounded-lg bg-accent px-5 font-medium text-base text-on-accent transition-colors hover:bg-accent-hover"
          >
            Get Started
          </PageLink>
          <PageLink
            to="/api/docs"
            className="inline-flex h-11 items-center rounded-lg border border-border bg-surface px-5 font-medium text-base transition-colors hover:border-border-strong hover:bg-hover"
          >
            Browse the API
          </PageLink>
        </div>
        <div className="mt-8 max-w-sm">
          <Command text="npm start" />
        </div>
      </div>
      <PlinthFigure />
    </section>
  )
}
