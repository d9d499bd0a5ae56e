import { PageLink } from './PageLink.tsx'

const topics = [
  { hash: 'terms', name: 'Terms' },
  { hash: 'privacy', name: 'Privacy' },
  { hash: 'security', name: 'Security' },
  { hash: 'status', name: 'Status' },
] as const

const link = 'rounded-sm underline-offset-4 hover:text-text hover:underline'

export function SiteFooter() {
  return (
    <footer className="border-border border-t">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 text-sm text-muted sm:px-6 lg:flex-row lg:items-center lg:justify-between">
        <p>Plinth, under the Apache-2.0 licence.</p>
        <nav aria-label="About this server" className="flex flex-wrap gap-x-5 gap-y-2">
          {topics.map(({ hash, name }) => (
            <PageLink key={hash} to="/about" hash={hash} className={link}>
              {name}
            </PageLink>
          ))}
          <PageLink to="/api/docs" className={link}>
            Docs
          </PageLink>
          <PageLink to="/about" hash="contact" className={link}>
            Contact
          </PageLink>
          <PageLink to="/about" hash="cookies" className={link}>
            Manage cookies
          </PageLink>
          <PageLink to="/about" hash="cookies" className={link}>
            Do not share my personal information
          </PageLink>
        </nav>
      </div>
    </footer>
  )
}
