import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { LandingPage } from './features/landing/LandingPage.tsx'
import { OfflineScreen } from './features/shell/OfflineScreen.tsx'
import { getCredentials, subscribeCredentials } from './lib/credentials.ts'
import { startTheme } from './lib/theme.ts'
import { type Walk, WalkContext } from './lib/walk.ts'
import './styles.css'

// What is served at `/`: the page a visitor meets first, without the router and all that it knows of the other pages.
startTheme()

const product = () => import('./app.tsx')

const root = document.getElementById('root')
if (root) start(createRoot(root))

function start(root: Root): void {
  const stop = subscribeCredentials(handOver)

  /** Somebody who is signed in has no business here; the router knows where they go. */
  function handOver(): void {
    if (!getCredentials()) return
    stop()
    // What cannot be fetched from here comes with a fresh page.
    product().then(
      app => app.showApp(root),
      () => location.assign('/org'),
    )
  }

  async function leave(href: string): Promise<void> {
    stop()
    const { showApp } = await product()
    history.pushState(null, '', href)
    window.scrollTo(0, 0)
    showApp(root)
  }

  const walk: Walk = {
    // A page that cannot be fetched ahead is asked for again when it is wanted.
    ahead: to => void product().then(app => app.walk.ahead(to), String),
    go: (to, hash) => {
      const href = hash ? `${to}#${hash}` : to
      // After a new release the files that this page names are gone, and a fresh page knows the new ones.
      if (to !== '/') leave(href).catch(() => location.assign(href))
      else {
        history.pushState(null, '', href)
        window.scrollTo(0, 0)
      }
    },
  }

  if (getCredentials()) handOver()
  else showLanding(root, walk)
}

function showLanding(root: Root, walk: Walk): void {
  root.render(
    <StrictMode>
      <WalkContext value={walk}>
        <div ref={showHash} className="contents">
          <LandingPage />
        </div>
        <OfflineScreen />
      </WalkContext>
    </StrictMode>,
  )
}

/** The browser looked for the place that the address names before anything was drawn. */
function showHash(): void {
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
}
