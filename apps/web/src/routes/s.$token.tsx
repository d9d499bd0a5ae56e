import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { Opening } from '../features/preview/Waiting.tsx'
import { SharedPage } from '../features/shared-page/SharedPage.tsx'
import { HomeLink } from '../features/shell/HomeLink.tsx'
import { useLooking } from '../lib/looking.ts'
import { queryClient } from '../lib/query.ts'
import { sharedSearch } from '../lib/search.ts'
import { TooltipProvider } from '../ui/Tooltip.tsx'

// Nobody needs these before a file is looked at.
const PublicContent = lazy(() =>
  import('../features/preview/PublicContent.tsx').then(file => ({ default: file.PublicContent })),
)
const PublicViewer = lazy(() =>
  import('../features/preview/PublicViewer.tsx').then(file => ({ default: file.PublicViewer })),
)

export const Route = createFileRoute('/s/$token')({
  staticData: { title: 'Shared with you' },
  validateSearch: sharedSearch,
  component: Shared,
})

function Shared() {
  const { token } = Route.useParams()
  const { folder, open } = Route.useSearch()
  const look = useLooking()
  const linkTo = useCallback(
    (folderid: string, name: string) => (
      <Link key={folderid} to="/s/$token" params={{ token }} search={{ folder: folderid }}>
        {name}
      </Link>
    ),
    [token],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col">
        <header className="flex h-13 items-center border-b bg-surface px-4">
          <HomeLink word />
        </header>
        <main className="mx-auto w-full max-w-3xl flex-1 px-4 py-8">
          <SharedPage
            key={token}
            token={token}
            folderid={folder}
            fileid={open}
            onLook={look.begin}
            preview={(file, address) => (
              <TooltipProvider delayDuration={0}>
                <Suspense>
                  <PublicContent {...{ file, address }} />
                </Suspense>
              </TooltipProvider>
            )}
            viewer={around => (
              <TooltipProvider delayDuration={0}>
                <Suspense fallback={<Opening />}>
                  <PublicViewer {...around} onGo={look.goOn} onClose={look.end} />
                </Suspense>
              </TooltipProvider>
            )}
            linkTo={linkTo}
          />
        </main>
      </div>
    </QueryClientProvider>
  )
}
