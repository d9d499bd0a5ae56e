import { useCredentials } from '../../lib/credentials.ts'
import { PageLink } from './PageLink.tsx'
import { SiteDrawer } from './SiteDrawer.tsx'
import { sections } from './sections.ts'
import { Wordmark } from './Wordmark.tsx'

const action =
  'ml-auto inline-flex h-8 items-center rounded-md border border-border bg-surface px-3 font-medium text-sm transition-colors hover:border-border-strong hover:bg-hover'

/** On top of every public page. Somebody signed in never sees the landing page, so its sections are not offered to them. */
export function SiteHeader() {
  const signedIn = useCredentials() !== undefined
  return (
    <header className="sticky top-0 z-20 border-border border-b bg-canvas/85 backdrop-blur-md">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-3 px-4 sm:px-6">
        {!signedIn && <SiteDrawer />}
        <Wordmark />
        {signedIn ? (
          <PageLink to="/org" className={action}>
            Your organizations
          </PageLink>
        ) : (
          <>
            <nav aria-label="Sections" className="ml-6 hidden gap-1 md:flex">
              {sections.map(({ hash, name }) => (
                <PageLink
                  key={hash}
                  to="/"
                  hash={hash}
                  className="rounded-md px-3 py-1.5 text-muted transition-colors hover:bg-hover hover:text-text"
                >
                  {name}
                </PageLink>
              ))}
            </nav>
            <PageLink to="/auth/signin" className={action}>
              Sign in
            </PageLink>
          </>
        )}
      </div>
    </header>
  )
}
